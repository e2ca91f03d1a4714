import { Effect, Stream } from "effect";
import {
  Answers,
  Baselines,
  Blind,
  type CalibratorPins,
  Calibrators,
  Corpora,
  calibratorPins,
  calibratorsText,
  defineStage,
  Instrument,
  type ModelBaseline,
  type ModelCalibration,
  Output,
  Progress,
  type PromptSet,
  type SavedCalibrator,
  Schema,
  Seed,
  Shortlist,
  Study,
  type StudyPlan,
} from "../plugins/contract/mod.ts";
import { type CorpusFeatures, foreseen, measureCorpus, type Reference } from "./_measured.ts";
import { modelCalibration, noCalibration } from "./_model_calibration.ts";
import { type Surroundings, UNSEEN } from "./_model_verdict.ts";

export { type CorpusFeatures, measureCorpus };

/** Fits each model's calibrator on the memorised corpus against its control rows, and judges what they tell apart. */
export const calibrate = defineStage({
  name: "calibrate",
  needs: [Study, Corpora, Shortlist, Baselines, Blind, Instrument],
  gives: [Calibrators],
  options: Schema.Struct({}),
  asks: ({ study, corpora, shortlist }) =>
    study === undefined || corpora === undefined || shortlist === undefined
      ? Stream.empty
      : foreseen(study, shortlist.models, corpora.isMemorized.prompts),
  run: Effect.fn("calibrate")(function* ({ study, corpora, shortlist, baselines, blind, instrument }) {
    const { models } = shortlist;
    const { note } = yield* Progress;
    const output = yield* Output;
    yield* note(`calibrate: ${models.length} models, ${corpora.isMemorized.size} memorised prompts`);
    const { referenceModel, calibration, validation, permutations } = study;
    const options = {
      referenceModel,
      minAuc: calibration.minAuc,
      validation,
      permutations,
      surroundings: { blind, instrument },
      controls: corpora.oosControl,
    };
    const asked = yield* Effect.forEach(
      models,
      (model) => measureMembers(baselines.get(model), { model, corpus: corpora.isMemorized, referenceModel }),
      { concurrency: "unbounded" },
    );
    // None is fitted while others are asked: their next requests would wait for it.
    const entries = yield* Effect.forEach(asked, (members) =>
      Effect.map(fittedOn(members, options), (value) => [members.model, value] as const),
    );
    const calibrators = new Map(entries);
    const { endpoint } = yield* Answers;
    const pins = calibratorPins(endpoint, { sampling: study.request, referenceModel });
    const saved = models.map((model) =>
      savedCalibrator({ model, pins, known: baselines.get(model), calibration: calibrators.get(model) }),
    );
    yield* output.write("calibrators.json", Stream.make(calibratorsText(saved)));
    return { calibrators };
  }),
});

/** How a calibrator is fitted and judged. */
export interface CalibrateOptions extends Reference, Partial<Pick<StudyPlan, "validation" | "permutations">> {
  /** The model's control baseline with the rows it was made of. */
  readonly known: ModelBaseline;
  /** Below this area the calibrator is weak. */
  readonly minAuc: number;
  /** The corpus of the control rows, for their dates; without it they count as undated. */
  readonly controls?: Pick<PromptSet, "date">;
  /** What the verdict rests on beside the model; without it none can tell memory from looks. */
  readonly surroundings?: Surroundings;
}

/** Asks a model the memorised corpus and fits its calibrator against its control rows, or says why there is none. */
export const calibrateModel = Effect.fn("calibrate.model")(function* (
  model: string,
  corpus: PromptSet,
  options: CalibrateOptions,
) {
  const { known, referenceModel } = options;
  return yield* fittedOn(yield* measureMembers(known, { model, corpus, referenceModel }), options);
});

interface MembersOf extends Reference {
  readonly model: string;
  readonly corpus: PromptSet;
}

/** Asks a model the memorised corpus, where there is something to fit its answers against. */
const measureMembers = Effect.fn("calibrate.members")(function* (
  known: ModelBaseline | undefined,
  { model, corpus, referenceModel }: MembersOf,
) {
  const refused = (reason: string) => ({ model, ok: false, reason }) as const;
  if (known === undefined) return refused("it has no control baseline");
  const { baseline, failures } = known;
  if (!baseline.isCalibrated) {
    return refused(
      withFailures(`${baseline.nValid} valid control rows, ${baseline.minValid} needed`, failures),
    );
  }
  const measured = yield* measureCorpus({ referenceModel }, model, corpus);
  return { model, ok: true, known, members: { ...measured, date: corpus.date } } as const;
});

type Members = Effect.Effect.Success<ReturnType<typeof measureMembers>>;

function fittedOn(members: Members, options: Omit<CalibrateOptions, "known" | "referenceModel">) {
  return members.ok
    ? calibrateOn(members.model, members.members, { ...options, known: members.known })
    : Effect.succeed(noCalibration(members.reason, options.surroundings ?? UNSEEN));
}

/** Fits a model's calibrator on memorised rows that have been measured. */
export const calibrateOn = Effect.fn("calibrate.on")(function* (
  model: string,
  members: CorpusFeatures & Partial<Pick<PromptSet, "date">>,
  options: Omit<CalibrateOptions, "referenceModel">,
) {
  const seed = yield* Seed;
  const { known, minAuc, validation = "crossfit", permutations = 199 } = options;
  const { surroundings = UNSEEN } = options;
  const calibration = modelCalibration(
    model,
    {
      members: { table: members.table, rows: members.rows, date: members.date ?? undated },
      controls: { table: known.controls, rows: known.rows, date: options.controls?.date ?? undated },
    },
    { baseline: known.baseline, minAuc, validation, permutations, surroundings, seed },
  );
  return calibration.ok
    ? calibration
    : noCalibration(withFailures(calibration.reason, members.failures), surroundings);
});

function undated(): null {
  return null;
}

function withFailures(reason: string, failures: string): string {
  return failures === "" ? reason : `${reason}: ${failures}`;
}

/** What is known of a model's calibration. */
export interface CalibrationOutcome {
  readonly model: string;
  readonly pins: CalibratorPins;
  readonly known: ModelBaseline | undefined;
  readonly calibration: ModelCalibration | undefined;
}

/** A model's calibration as `calibrators.json` holds it. */
export function savedCalibrator({ model, pins, known, calibration }: CalibrationOutcome): SavedCalibrator {
  return {
    model,
    pins,
    baseline: known?.baseline ?? null,
    calibrator: calibration?.ok ? calibration.calibrator : null,
    verdict: calibration?.verdict ?? null,
    reason: calibration?.ok === false ? calibration.reason : null,
  };
}
