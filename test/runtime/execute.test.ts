import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem";
import * as NodePath from "@effect/platform-node/NodePath";
import { Effect, Layer } from "effect";
import { describe, expect, it } from "vitest";
import { type AnyStage, artifact, defineStage, Instrument, Schema } from "../../plugins/contract/mod.ts";
import { dryPart, execute } from "../../runtime/execute.ts";
import {
  fakeAnswers,
  fakeInputs,
  fakeOutput,
  fakeProgress,
  gates,
  otherGates,
  provenance,
  STUDY,
  seed,
  UNCHECKED,
  writers,
} from "../stages/_fakes.ts";

const Size = artifact<number>()("size");
const Reason = artifact<string | null>()("reason");

const free = defineStage({
  name: "free",
  needs: [],
  gives: [Size],
  options: Schema.Struct({}),
  dry: true,
  run: () => Effect.succeed({ size: 1 }),
});
const careful = defineStage({
  name: "careful",
  needs: [Size, Instrument],
  gives: [Reason],
  options: Schema.Struct({}),
  run: ({ instrument }) => Effect.succeed({ reason: instrument.reason }),
});

const services = Layer.mergeAll(
  NodeFileSystem.layer,
  NodePath.layer,
  fakeAnswers(() => ({ _tag: "Failed", reason: "error", detail: "" })).layer,
  fakeInputs({}),
  fakeOutput().layer,
  fakeProgress().layer,
  gates,
  otherGates,
  provenance,
  seed,
  writers({}),
);

async function executed(stages: ReadonlyArray<AnyStage>) {
  const events: Array<string> = [];
  const instrument = Effect.sync(() => {
    events.push("instrument");
    return UNCHECKED;
  });
  const begin = () => Effect.sync(() => void events.push("spending"));
  const work = execute(
    { stages },
    stages.map(() => ({})),
    { study: STUDY, instrument },
    begin,
  );
  return { artifacts: await Effect.runPromise(Effect.provide(work, services)), events };
}

describe("execute()", () => {
  it("checks the instrument once, when the first stage needs it, and after what may end the run for nothing", async () => {
    const again = { ...careful, name: "again", gives: [] };
    const { artifacts, events } = await executed([free, careful, again]);

    expect(events).toEqual(["spending", "instrument"]);
    expect(artifacts).toMatchObject({ study: STUDY, instrument: UNCHECKED, size: 1, reason: "not checked" });
  });

  it("does not check what no stage needs", async () => {
    expect((await executed([free])).events).toEqual([]);
  });
});

describe("dryPart()", () => {
  it("keeps the stages that ask nothing, as far as they have what they need", () => {
    const late = { ...free, name: "late", needs: [Reason], gives: [] };
    const first = { ...free, name: "first", needs: [Instrument], gives: [] };
    const stages = [free, careful, late, first];
    const { pipeline, options } = dryPart({ stages }, ["a", "b", "c", "d"]);

    expect(pipeline.stages.map(({ name }) => name)).toEqual(["free", "first"]);
    expect(options).toEqual(["a", "d"]);
  });
});
