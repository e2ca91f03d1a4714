import { it } from "@effect/vitest";
import { Effect, Layer } from "effect";
import { describe, expect } from "vitest";
import { GateSet, type ModelEvalResult, OtherGates, type Verdict } from "../../plugins/contract/mod.ts";
import { classic } from "../../plugins/gates/mod.ts";
import { rank } from "../../stages/mod.ts";
import { evalSetOf, gates, otherGates, STUDY, seed, UNCHECKED, UNSEEN } from "./_fakes.ts";

const majority = { direction: 1, accuracy: { point: 0.4, lo: 0.35, hi: 0.45 } } as const;

const ranked = (
  results: ReadonlyArray<ModelEvalResult>,
  set: typeof gates = gates,
  others: typeof otherGates = otherGates,
) =>
  Effect.provide(
    rank.run(
      {
        study: STUDY,
        evalSet: evalSetOf([]),
        cutoffs: new Map(),
        baselines: new Map(),
        calibrators: new Map(),
        blind: UNSEEN,
        instrument: UNCHECKED,
        results,
        majority,
      },
      {},
    ),
    Layer.mergeAll(set, seed, others),
  );

function result(model: string, point: number, warnings: ReadonlyArray<string> = []): ModelEvalResult {
  const bound = { point, lo: point - 0.05, hi: point + 0.05 };
  return {
    model,
    rawAccuracy: bound,
    memguardAccuracy: bound,
    mcsAuc: { point: 0.8, lo: 0.7, hi: 0.9 },
    parseSuccessRate: 1,
    parseFailures: 0,
    warnings,
    reason: null,
    records: { size: 0, [Symbol.iterator]: () => [][Symbol.iterator]() },
  };
}

describe("rank", () => {
  it.effect("judges by the run's gates and orders by score, best first", () =>
    Effect.gen(function* () {
      const results = [result("low", 0.6), result("blocked", 0.9, ["uncalibrated"]), result("high", 0.8)];
      const { ranking } = yield* ranked(results);

      expect(ranking.verdicts.map(({ model, survives }) => [model, survives])).toEqual([
        ["low", true],
        ["blocked", false],
        ["high", true],
      ]);
      expect(ranking.order).toEqual([2, 0, 1]);
      expect(ranking.verdicts[2]?.score).toBeCloseTo(0.75 * 0.8, 12);
    }),
  );

  const gatesOf = (verdicts: ReadonlyArray<Verdict>) =>
    Layer.succeed(GateSet, {
      name: "fixed",
      formula: "",
      thresholds: {},
      blocking: ["gone"],
      judge: () => verdicts,
      words: { passed: "", besides: "", reading: "" },
    });
  const verdict = (i: number, score: number): Verdict => {
    const survives = score > 0;
    return { model: `m${i}`, score, components: {}, survives, warnings: survives ? [] : ["gone"] };
  };

  it.effect("leaves ties in input order, and what has no score last", () =>
    Effect.gen(function* () {
      const scores = [0, 0.5, 0, Number.NaN, 0.5, 0.7];
      const results = scores.map((_, i) => result(`m${i}`, 0.5));
      const { ranking } = yield* ranked(results, gatesOf(scores.map((score, i) => verdict(i, score))));

      expect(ranking.order).toEqual([5, 1, 4, 0, 2, 3]);
    }),
  );

  it.effect.each<readonly [object, string]>([
    [{ score: "high" }, 'scores "m0" high, which is no number'],
    [{ score: undefined }, 'scores "m0" undefined, which is no number'],
    [{ survives: "yes" }, 'gives a verdict on "m0" without components, survives as true or false'],
    [{ components: undefined }, 'gives a verdict on "m0" without components, survives as true or false'],
    [{ components: { auc: Number.NaN } }, 'gives NaN as auc of "m0"; where there is no number, give null'],
    [{ survives: false }, 'removes "m0" without one of its blocking warnings (gone)'],
    [{ warnings: ["gone"] }, 'lets "m0" survive with the blocking warning "gone"'],
    [{ model: "m1" }, 'gives as verdict 1 one on "m1" where "m0" stands'],
  ])("names a gate set that judges with %j", ([wrong, why]) =>
    Effect.gen(function* () {
      const set = gatesOf([{ ...verdict(0, 0.5), ...wrong }]);
      const error = yield* Effect.flip(ranked([result("m0", 0.5)], set));

      expect([error._tag, error.message.startsWith(`Gate set "fixed" failed: it ${why}`)]).toEqual([
        "PluginError",
        true,
      ]);
    }),
  );

  it.effect("tells beside what the other gate sets would have said of the same results", () =>
    Effect.gen(function* () {
      const strict = classic.make({ parse_min: 0.8, mcs_auc_min: 0.9 });
      const others = Layer.succeed(OtherGates, [strict]);
      const { ranking } = yield* ranked([result("low", 0.6), result("high", 0.8)], gates, others);

      expect(ranking.verdicts.map(({ survives }) => survives)).toEqual([true, true]);
      expect(ranking.beside.map(({ gates, order }) => [gates, order])).toEqual([[strict, [0, 1]]]);
      expect(ranking.beside[0]?.verdicts.map(({ survives }) => survives)).toEqual([false, false]);
    }),
  );

  it.effect("ranks nothing where there is nothing", () =>
    Effect.gen(function* () {
      const { ranking } = yield* ranked([]);

      expect(ranking).toEqual({ verdicts: [], order: [], beside: [] });
    }),
  );
});
