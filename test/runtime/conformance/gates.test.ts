import type { Context } from "effect";
import { describe, expect, it } from "vitest";
import {
  definePlugin,
  type GateSet,
  type Judgement,
  Schema,
  type Verdict,
} from "../../../plugins/contract/mod.ts";
import { catalogue } from "../../../plugins/mod.ts";
import { gatesChecks, sample } from "../../../runtime/conformance/promise.ts";
import lenient from "../../fixtures/plugins/gates.ts";
import { expectSound, said } from "./_said.ts";

type Made = Context.Tag.Service<GateSet>;

function judgeAll({ results }: Judgement): ReadonlyArray<Verdict> {
  return results.map(({ model, parseSuccessRate }) => ({
    model,
    score: parseSuccessRate,
    components: { parse_success_rate: parseSuccessRate },
    survives: true,
    warnings: [],
  }));
}

const gatesOf = (change: Partial<Made>) =>
  definePlugin({
    kind: "gates",
    name: "desk",
    version: "1.0.0",
    options: Schema.Struct({}),
    make: () => ({
      name: "desk",
      formula: "parse_success_rate",
      thresholds: {},
      blocking: ["unreadable"],
      judge: judgeAll,
      words: { passed: "", besides: "", reading: "" },
      ...change,
    }),
  });

/** A gate set whose verdicts are changed one by one. */
const judging = (change: (verdict: Verdict, judgement: Judgement) => Partial<Verdict>) =>
  gatesOf({
    judge: (judgement) =>
      judgeAll(judgement).map((verdict) => ({ ...verdict, ...change(verdict, judgement) })),
  });

const sentence = (plugin: object, name: string) => said(gatesChecks(plugin as never), name);

describe("a sound gate set", () => {
  it.each(Object.entries(catalogue.gates))("%s passes", async (_, bring) => {
    const { default: plugin } = await bring();

    await expectSound(gatesChecks(plugin));
  });

  it("from outside passes, also on runs of its author's", async () => {
    const { judgements } = await sample();
    const [result] = judgements.whole.results;
    const results = [{ ...result!, parseSuccessRate: 0.49 }];

    await expectSound(gatesChecks(lenient, { judgements: [{ ...judgements.whole, results }] }));
  });
});

const ONE_EACH = "gives every model one verdict, in the order of the results";
const SAME = "gives the same verdicts on another day, whatever it judged before";

describe("a broken gate set", () => {
  it("cannot be made", async () => {
    expect(await sentence(gatesOf({ thresholds: { floor: Number.NaN } }), ONE_EACH)).toBe(
      'Gate set "desk" cannot be made: expected a mapping of names to numbers as its "thresholds"',
    );
  });

  it.each([
    [{ formula: " " }, 'Gate set "desk" has no formula; say how the score is made'],
    [
      { words: { passed: "parse-success ≥ undefined", besides: "", reading: "" } },
      'Gate set "desk" writes "undefined" on line 2 of its words; where there is no number, write nothing, null or a dash, and the reason',
    ],
  ])("does not say what it goes by: %o", async (change, says) => {
    expect(await sentence(gatesOf(change), "says in words what it goes by")).toBe(says);
  });

  it.each([
    [
      gatesOf({ judge: (judgement) => judgeAll(judgement).filter(({ score }) => score > 2) }),
      "gives 0 verdicts on 2 models; judge has to give one a result",
    ],
    [
      gatesOf({ judge: (judgement) => judgeAll(judgement).toReversed() }),
      'gives as verdict 1 one on "clean" where "strong" stands; keep the order of the results',
    ],
    [
      gatesOf({ judge: () => undefined as never }),
      "gives no list of verdicts; judge has to give one a result",
    ],
    [
      judging(() => ({ survives: undefined as never })),
      'gives a verdict on "strong" without components, survives as true or false, or warnings as texts',
    ],
    [
      judging((_, { results }) => ({ score: results[0]!.mcsAuc!.point })),
      expect.stringMatching(
        /^crashes on 2 models that could not be calibrated, with null where a number is missing: TypeError: .*; a model it cannot judge does not survive$/,
      ),
    ],
  ])("does not judge every model: %#", async (plugin, why) => {
    const says = await sentence(plugin, ONE_EACH);

    expect(says?.replace('Gate set "desk" ', "")).toEqual(why);
  });

  let calls = 0;

  it.each([
    ["dice", judging(() => ({ score: Math.random() })), "[0].score"],
    ["the clock", judging(() => ({ warnings: [`seen ${new Date().getFullYear()}`] })), "[0].warnings[0]"],
    ["what it judged before", judging(() => ({ score: calls++ })), "[0].score"],
  ])("judges by %s", async (_, plugin, at) => {
    expect(await sentence(plugin, SAME)).toBe(
      `Gate set "desk" judges the same run otherwise another time (verdicts${at}); judge by what it is given alone, and draw by its random`,
    );
  });

  it("sorts the results in place", async () => {
    const plugin = gatesOf({
      judge: (judgement) => {
        const verdicts = judgeAll(judgement);
        (judgement.results as Array<unknown>).reverse();
        return verdicts;
      },
    });

    expect(await sentence(plugin, "leaves what it judges as it is")).toBe(
      'Gate set "desk" changes results[0].model of what it judges, which other gate sets judge too; copy what it changes',
    );
  });

  it.each([[Number.NaN], [Number.POSITIVE_INFINITY], [null as never]])("scores %o", async (score) => {
    const plugin = judging(() => ({ score }));

    expect(await sentence(plugin, "gives scores that put all models in one order")).toBe(
      `Gate set "desk" scores "strong" ${score}, which has no place in an order; give 0 to a model that has no score, and a blocking warning`,
    );
  });

  it.each([
    [
      { survives: false, warnings: ["other"] },
      'removes "strong" without one of its blocking warnings (unreadable); name the gate that it did not pass',
    ],
    [
      { survives: true, warnings: ["unreadable"] },
      'lets "strong" survive with the blocking warning "unreadable"; it blocks, or is not in blocking',
    ],
  ])("does not say why it removes a model: %o", async (change, why) => {
    expect(
      await sentence(
        judging(() => change),
        "says why it removes a model",
      ),
    ).toBe(`Gate set "desk" ${why}`);
  });

  it.each([[{ components: { auc: null } }], [{ details: { auc: null } }]])(
    "gives no reason where a number is missing: %o",
    async (change) => {
      expect(
        await sentence(
          judging(() => change),
          "gives a reason where a number is missing",
        ),
      ).toBe(
        'Gate set "desk" has null among the numbers of "strong" and neither a warning nor a sentence in says that tells why',
      );
    },
  );

  it.each([
    [
      { components: { auc: Number.NaN } },
      'gives NaN as auc of "strong"; where there is no number, give null',
    ],
    [
      { says: ["AUC NaN"] },
      'writes "NaN" on line 1 of its sentences; where there is no number, write nothing, null or a dash, and the reason',
    ],
  ])("gives NaN: %o", async (change, why) => {
    expect(
      await sentence(
        judging(() => change),
        "gives no NaN",
      ),
    ).toBe(`Gate set "desk" ${why}`);
  });
});
