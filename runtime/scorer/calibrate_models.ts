import { Effect, Layer, Stream } from "effect";
import {
  CalibrationError,
  Calibrators,
  type ModelCalibration,
  Output,
  type Pipeline,
  type StudyPlan,
  type Values,
} from "../../plugins/contract/mod.ts";
import { answersLayer, makeTally, makeThrottle, toAsking } from "../answers/mod.ts";
import { instrumentOf } from "../controls/mod.ts";
import { execute } from "../execute.ts";
import { placesBeside } from "../inputs.ts";
import { outputPlace, type Protected } from "../output_place.ts";
import { noProvenance } from "../provenance.ts";
import { ofText, writeWhole } from "../write_whole.ts";
import { answersKept } from "./config_desk.ts";
import { type ConfigFile, configLayers } from "./config_layers.ts";

/** What to calibrate, and where to. */
export interface CalibrateModelsOptions extends ConfigFile {
  /** The file to write. */
  readonly out: string;
  /** Null for all models of the config. */
  readonly model: string | null;
  readonly journal: string | null;
}

/** What became of each model, in the order of the file. */
export type CalibratedModels = ReadonlyMap<string, ModelCalibration>;

const CALIBRATORS = "calibrators.json";

/**
 * Runs a config's stages as far as its calibrators and writes them to a file, as a run does. A model that cannot be
 * calibrated stands in the file with the reason; where none can, nothing is written.
 */
export const calibrateModels = Effect.fn("calibrateModels")((options: CalibrateModelsOptions) =>
  Effect.scoped(calibrated(options)),
);

const calibrated = Effect.fnUntraced(function* (options: CalibrateModelsOptions) {
  const { out, model, journal } = options;
  const { spec, study, layers } = yield* configLayers(options);
  const asking = toAsking(spec.config, study.request);
  const plan: StudyPlan = model === null ? study : { ...study, models: [model], areCandidates: false };
  const captured = yield* capturedOutput;
  const place = yield* outputPlace(out, yield* inputsOf(options.config, spec.config.inputs));
  const work = Effect.gen(function* () {
    const answers = answersLayer(asking, yield* makeTally, yield* makeThrottle);
    const store = yield* answersKept(journal);
    const instrument = instrumentOf(spec.config.controls);
    const beginning = { study: plan, instrument };
    const stages = execute(asFarAsCalibrators(spec.pipeline), spec.stageOptions, beginning);
    const layers = Layer.merge(Layer.provide(answers, store), noProvenance);
    return yield* Effect.scoped(Effect.provide(stages, layers));
  });
  const artifacts = yield* work.pipe(Effect.provide(captured.layer), Effect.provide(layers));
  const { calibrators = NONE }: Partial<Values<typeof Calibrators>> = artifacts;
  const text = captured.text(CALIBRATORS);
  if (text === null || ![...calibrators.values()].some(({ ok }) => ok)) {
    return yield* new CalibrationError({ message: whyNone(calibrators) });
  }
  yield* writeWhole(place, ofText(text));
  return calibrators;
});

/** What a config is and reads. */
const inputsOf = Effect.fnUntraced(function* (config: string, inputs: Readonly<Record<string, string>>) {
  const placeOf = yield* placesBeside(config);
  const read = Object.values(inputs).map((name): Protected => {
    return { path: placeOf(name), says: "it is an input of the config" };
  });
  return [{ path: config, says: "it is the config" }, ...read];
});

const NONE: CalibratedModels = new Map();

function asFarAsCalibrators({ stages }: Pipeline): Pipeline {
  const last = stages.findIndex(({ gives }) => gives.some(({ key }) => key === Calibrators.key));
  return { stages: stages.slice(0, last + 1) };
}

/** Files as texts in memory. */
const capturedOutput = Effect.sync(() => {
  const files = new Map<string, string>();
  const layer = Layer.succeed(Output, {
    screen: { columns: 200, color: false },
    write: (name, content) =>
      Effect.map(Stream.mkString(content), (text) => {
        files.set(name, text);
        return { name, path: name, sha256: "" };
      }),
  });
  return { layer, text: (name: string) => files.get(name) ?? null };
});

function whyNone(calibrators: CalibratedModels): string {
  const reasons = [...calibrators].map(([model, calibration]) =>
    calibration.ok ? "" : `\n  ${model}: ${calibration.reason}`,
  );
  return `Cannot calibrate any model${reasons.length === 0 ? ": the stages give no calibrators" : `:${reasons.join("")}`}`;
}
