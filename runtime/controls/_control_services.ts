import { Effect, Layer } from "effect";
import {
  type Controls,
  GateSet,
  OtherGates,
  Output,
  Progress,
  Provenance,
  ReportWriters,
  Secrets,
} from "../../plugins/contract/mod.ts";
import { providerLayer, seedLayer } from "../layers.ts";
import { memoryInputs } from "../memory_inputs.ts";
import { controlAnswers } from "./_control_answers.ts";

/** What the stages of a run ask for, for controls: all of it in memory, nothing told, nothing kept. */
export const controlServices = ({ files, provider, options }: Controls, seed: number) => {
  const base = Layer.mergeAll(memoryInputs(files), seedLayer(seed), silent, noSecrets);
  const chosen = { item: provider, origin: { use: provider.name }, options };
  return Layer.mergeAll(controlAnswers, nowhere, noOrigin, noJudges).pipe(
    Layer.provideMerge(providerLayer(chosen)),
    Layer.provideMerge(base),
  );
};

const silent = Layer.succeed(Progress, { note: () => Effect.void, warn: () => Effect.void });
const noSecrets = Layer.succeed(Secrets, { get: () => Effect.succeed(null) });

const nowhere = Layer.succeed(Output, {
  write: (name) => Effect.succeed({ name, path: name, sha256: "" }),
  screen: { columns: 80, color: false },
});

const noOrigin = Layer.succeed(Provenance, {
  origin: Effect.succeed({ version: "", seed: 0, identity: {}, inputs: [], warnings: [] }),
});

const noJudges = Layer.mergeAll(
  Layer.succeed(ReportWriters, []),
  Layer.succeed(OtherGates, []),
  Layer.succeed(GateSet, {
    name: "none",
    formula: "",
    thresholds: {},
    blocking: [],
    judge: () => [],
    words: { passed: "", besides: "", reading: "" },
  }),
);
