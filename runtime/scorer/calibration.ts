import { Effect } from "effect";
import {
  CalibrationError,
  type Calibrator,
  ConfigurationError,
  type ControlBaseline,
  type ModelVerdict,
  type PromptSet,
  Seed,
} from "../../plugins/contract/mod.ts";
import { controlBaseline, fitCalibrator } from "../../stages/math/mod.ts";
import { type CorpusFeatures, measureCorpus } from "../../stages/mod.ts";
import { seedLayer } from "../layers.ts";
import { readCorpus } from "./corpus.ts";
import { atDesk, type Desk } from "./desk.ts";
import { judgeCalibration } from "./judgement.ts";

/** What a model is calibrated on, and how. */
export interface CalibrationPlan {
  readonly model: string;
  readonly referenceModel: string | null;
  readonly isMemorized: PromptSet;
  readonly oosControl: PromptSet;
  readonly minValid: number;
  readonly minAuc: number;
  readonly seed: number;
}

/** A model's calibration: all that its scores rest on. */
export interface Calibrated {
  readonly baseline: ControlBaseline;
  readonly calibrator: Calibrator;
  readonly verdict: ModelVerdict | null;
}

/** Asks a model both corpora, control first, and fits its calibrator as a run with this seed and `validation: holdout` does. */
export const calibrateAt = Effect.fn("scorer.calibrate")(function* (desk: Desk, plan: CalibrationPlan) {
  const { model, seed } = plan;
  return yield* atDesk(
    desk,
    `Cannot calibrate "${model}"`,
  )(askedAndFitted(plan)).pipe(Effect.provide(seedLayer(seed)));
});

const askedAndFitted = Effect.fnUntraced(function* (plan: CalibrationPlan) {
  const { model, referenceModel, minValid, minAuc } = plan;
  const seed = yield* Seed;
  const controls = yield* measureCorpus({ referenceModel }, model, plan.oosControl);
  const baseline = controlBaseline(controls.table, minValid);
  yield* enough(plan, "control", { size: plan.oosControl.size, measured: controls, needed: minValid });
  const members = yield* measureCorpus({ referenceModel }, model, plan.isMemorized);
  yield* enough(plan, "memorised", { size: plan.isMemorized.size, measured: members, needed: MIN_MEMBERS });
  const calibration = fitCalibrator(
    { members: members.table, controls: controls.table },
    { baseline, random: seed(`calibrate/holdout/${model}`), minAuc },
  );
  if (!calibration.ok) {
    return yield* new CalibrationError({ message: `Cannot calibrate "${model}": ${calibration.reason}` });
  }
  const verdict = yield* judgeCalibration(
    {
      members: { ...(yield* readCorpus(plan.isMemorized)), measured: members },
      controls: { ...(yield* readCorpus(plan.oosControl)), measured: controls },
    },
    (label) => seed(`scorer/${label}/${model}`),
  );
  return { baseline, calibrator: calibration.calibrator, verdict } satisfies Calibrated;
});

/** Both classes need two rows for a fit; the control rows are more, for the yardstick. */
const MIN_MEMBERS = 2;

interface Gathered {
  readonly size: number;
  readonly measured: CorpusFeatures;
  readonly needed: number;
}

function enough({ model }: CalibrationPlan, word: string, { size, measured, needed }: Gathered) {
  const { table, failures } = measured;
  if (table.size >= needed) return Effect.void;
  const why = failures === "" ? "" : `: ${failures}`;
  return table.size === 0 && size > 0
    ? Effect.fail(
        new ConfigurationError({
          message: `Cannot calibrate "${model}": none of ${size} ${word} answers can be measured${why}. ${CAUSES}`,
        }),
      )
    : Effect.fail(
        new CalibrationError({
          message: `Cannot calibrate "${model}": ${table.size} of ${size} ${word} answers can be measured and ${needed} are needed${why}`,
        }),
      );
}

const CAUSES =
  "Likely causes: the endpoint gives no log-probabilities, the model's id is not one of its own, the key may not use it, or the time is too short";
