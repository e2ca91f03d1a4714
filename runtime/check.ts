import { Effect, Layer, Stream } from "effect";
import { Answers, Blind, OutputError, PluginError, type StudyPlan } from "../plugins/contract/mod.ts";
import { both } from "./both.ts";
import { type Override, type RunSpec, readConfig } from "./config/mod.ts";
import { UNCHECKED } from "./controls/mod.ts";
import { type Artifacts, dryPart, execute } from "./execute.ts";
import { inputsLayer, makeInputLog, placesBeside, type ReadInput } from "./inputs.ts";
import { refuseUnknown } from "./known_models.ts";
import { gatesLayer, seedLayer, writersLayer } from "./layers.ts";
import { requireInputs } from "./missing_inputs.ts";
import { outputLayer } from "./output.ts";
import { makeWarnings, progressLayer, quietTeller } from "./progress.ts";
import { noProvenance } from "./provenance.ts";
import { readText } from "./read_text.ts";
import { toStudy } from "./study.ts";
import { type UnaskedProvider, unaskedProvider } from "./unasked_provider.ts";

/** What can be said of a config without asking anything. */
export interface CheckResult {
  readonly spec: RunSpec;
  readonly provider: UnaskedProvider;
  readonly study: StudyPlan;
  readonly inputs: ReadonlyArray<ReadInput>;
  readonly warnings: ReadonlyArray<string>;
  /** What the stages that ask nothing gave. */
  readonly artifacts: Artifacts;
}

/** What a check leaves out. */
export interface CheckOptions {
  /** Whether to look at what the prompts alone give away about the corpora; true without it. */
  readonly blind?: boolean;
}

/** Reads a config and its inputs, makes its provider and runs the stages that ask nothing. */
export const check = Effect.fn("check")(function* (
  config: string,
  overrides: ReadonlyArray<Override> = [],
  { blind = true }: CheckOptions = {},
) {
  const text = yield* readText(config);
  const spec = yield* readConfig(text, config, overrides);
  const placeOf = yield* placesBeside(config);
  yield* requireInputs(spec, { text, name: config, overrides }, placeOf);
  const study = toStudy(spec.config);
  const log = yield* makeInputLog;
  const warnings = yield* makeWarnings;
  const dry = dryPart(spec.pipeline, blind ? spec.stageOptions : withoutBlind(spec));
  const looked = Effect.provide(
    execute(dry.pipeline, dry.options, { study, instrument: Effect.succeed(UNCHECKED) }),
    Layer.mergeAll(
      inputsLayer(placeOf, log),
      seedLayer(spec.config.seed),
      progressLayer(quietTeller, warnings),
      gatesLayer(spec.gates),
      writersLayer(spec.reports),
      noAnswers,
      noOutput,
      noProvenance,
    ),
  );
  const made = Effect.tap(unaskedProvider(config, spec), ({ endpoint }) =>
    refuseUnknown(endpoint?.models, study),
  );
  const [artifacts, provider] = yield* both(looked, made);
  return {
    spec,
    provider,
    study,
    artifacts,
    inputs: yield* log.all,
    warnings: yield* warnings.all,
  } satisfies CheckResult;
});

/** The options of the stages, the blind look switched off where one is made. */
function withoutBlind({ pipeline, stageOptions }: RunSpec): ReadonlyArray<unknown> {
  return pipeline.stages.map(({ gives }, index) => {
    const options = stageOptions[index];
    const isLooking = gives.some(({ key }) => key === Blind.key);
    return isLooking && typeof options === "object" ? { ...options, blind: false } : options;
  });
}

const refused = new PluginError({ message: "A stage that declares itself dry asked a model" });
const noAnswers = Layer.succeed(Answers, {
  one: () => Effect.fail(refused),
  endpoint: "",
  all: () => Stream.fail(refused),
  known: () => null,
});

const noOutput = outputLayer(
  {
    write: (name) =>
      Effect.fail(new OutputError({ message: `Cannot write "${name}": nothing is written before a run` })),
  },
  { columns: 200, color: false },
);
