import { Effect, Stream } from "effect";
import { describe, expect, it } from "vitest";
import {
  Answers,
  type AnyStage,
  artifact,
  defineStage,
  EvalSet,
  Output,
  Results,
  Schema,
  Study,
} from "../../../plugins/contract/mod.ts";
import { type StageSample, stageChecks } from "../../../runtime/conformance/mod.ts";
import { stageChecks as promised } from "../../../runtime/conformance/promise.ts";
import { stages } from "../../../stages/mod.ts";
import headcount from "../../fixtures/plugins/stage.ts";
import { expectSound, said } from "./_said.ts";

const Size = artifact<number>()("size");
const Extra = artifact<number>()("extra");

/** A stage that is right, but for what is changed. */
const stageOf = (change: Partial<AnyStage>): AnyStage => ({
  ...defineStage({
    name: "size",
    needs: [EvalSet],
    gives: [Size],
    options: Schema.Struct({}),
    run: ({ evalSet }) => Effect.succeed({ size: evalSet.size }),
  }),
  ...change,
});

const sentence = (stage: AnyStage, name: string, sample: StageSample = {}) =>
  said(promised(stage, sample), name);

describe("a sound stage", () => {
  it.each(stages.map((stage) => [stage.name, stage] as const))("%s passes", async (_, stage) => {
    await expectSound(promised(stage));
  });

  it("from outside passes, with options and with what it needs from another", async () => {
    await expectSound(promised(headcount, { options: { unit: "questions" } }));
    await expectSound(
      promised(stageOf({ needs: [Extra], run: ({ extra }) => Effect.succeed({ size: extra }) }), {
        artifacts: { extra: 3 },
      }),
    );
  });

  it("finds the files of the sample among its inputs", () => {
    expect(stageChecks(headcount).map(({ name }) => name)).toContain("foresees what it asks");
  });
});

describe("a broken stage", () => {
  const FITS = "fits into a pipeline";

  it.each([
    [{ gives: [Study] }, 'Stage "size" gives "study", which every pipeline starts from'],
    [{ gives: [Size, Size] }, 'Stage "size" declares twice that it gives "size"'],
    [
      { gives: [EvalSet] },
      'Stage "size" needs "evalSet", which it gives itself; give it under another key, as no later stage could tell the two apart',
    ],
    [
      { needs: [Extra] },
      'Stage "size" needs "extra", which no earlier stage gives; add a stage that gives "extra" before it, or a value of it into the sample\'s artifacts',
    ],
  ])("does not fit into a pipeline: %#", async (change, says) => {
    expect(await sentence(stageOf(change), FITS)).toBe(says);
  });

  const GIVES = "gives what it declares, and nothing else";

  it.each([
    [
      { run: () => Effect.succeed({}) },
      'declares that it gives "size" and gives none; add it to what run gives',
    ],
    [
      { run: () => Effect.succeed({ size: 1, extra: 2 }) },
      'gives "extra" and does not declare it; add it to gives, or leave it out',
    ],
    [
      { needs: [Extra] },
      'needs "extra", which no standard stage gives; put a value of it into the sample\'s artifacts',
    ],
    [
      { run: () => Effect.die(new Error("no luck")) },
      "crashes: no luck; what ends a run is an error of the contract",
    ],
    [{ run: () => Effect.fail("no luck") as never }, "fails on the sample: no luck"],
  ])("does not give what it declares: %#", async (change, why) => {
    expect(await sentence(stageOf(change), GIVES)).toBe(`Stage "size" ${why}`);
  });

  it("reads what it does not declare", async () => {
    const stage = stageOf({
      run: (given) => Effect.succeed({ size: String(Reflect.get(given, "results")).length }),
    });

    expect(await sentence(stage, "reads only what it declares that it needs")).toBe(
      'Stage "size" reads "results" and does not declare that it needs it; add it to needs, so that the order is checked',
    );
  });

  it("reads the clock", async () => {
    const stage = stageOf({ run: () => Effect.sync(() => ({ size: new Date().getFullYear() })) });

    expect(await sentence(stage, "gives the same on another day")).toBe(
      'Stage "size" gives another size on another day; make it of what it needs alone, and draw by Seed',
    );
  });

  it("changes what it needs", async () => {
    const reversing = defineStage({
      name: "size",
      needs: [Results],
      gives: [Size],
      options: Schema.Struct({}),
      run: ({ results }) => Effect.sync(() => ({ size: (results as Array<unknown>).reverse().length })),
    });

    expect(await sentence(reversing, "leaves what it needs as it is")).toBe(
      'Stage "size" changes results[0].model, which later stages need; copy what it changes and give it under a key of its own',
    );
  });

  const asking = {
    run: () =>
      Effect.gen(function* () {
        const answers = yield* Answers;
        yield* answers.one({ model: "strong", prompt: "Up?" });
        return { size: 1 };
      }),
  };
  const writing = {
    run: () =>
      Effect.gen(function* () {
        const output = yield* Output;
        yield* output.write("a.txt", Stream.make("a"));
        return { size: 1 };
      }),
  };

  it.each([
    [asking, "asks a model"],
    [writing, "writes a.txt"],
  ])("is not dry: %#", async (change, what) => {
    const stage = stageOf({ ...change, dry: true });

    expect(await sentence(stage, "asks and writes nothing where it says that it is dry")).toBe(
      `Stage "size" says that it is dry and ${what}; check runs what is dry, so leave dry out`,
    );
  });

  it.each([
    [asking, "asks 1 question that its asks does not foresee; plan and the budget would not know of it"],
    [
      { asks: ({ evalSet }: { evalSet?: { prompts: Stream.Stream<string> } }) => evalSet!.prompts as never },
      expect.stringMatching(
        /^crashes where it foresees: TypeError: .*; what is known then may lack any value it needs$/,
      ),
    ],
  ])("does not foresee what it asks: %#", async (change, why) => {
    const says = await sentence(stageOf(change), "foresees what it asks");

    expect(says?.replace('Stage "size" ', "")).toEqual(why);
  });
});
