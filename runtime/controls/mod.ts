import { Cause, Effect, Exit } from "effect";
import {
  Calibrators,
  type ControlFinding,
  type Controls,
  type InstrumentCheck,
  Progress,
  Schema,
  type StudyPlan,
  type Values,
} from "../../plugins/contract/mod.ts";
import { controls as builtIn } from "../../plugins/mod.ts";
import { standard } from "../../stages/mod.ts";
import { execute } from "../execute.ts";
import { SAMPLING } from "./_control_answers.ts";
import { controlFinding } from "./_control_finding.ts";
import { controlServices } from "./_control_services.ts";

export { SAMPLING } from "./_control_answers.ts";
export { controlServices } from "./_control_services.ts";

/** The seed of the controls: they come out the same in every run, so that a failure is the instrument's. */
const SEED = 1;

/** At 99 as at 199, a clean model comes out with p of at most 0.01 once in a hundred; a fixed seed has it once for all. */
const PERMUTATIONS = 99;

/** What is known of the instrument where the config does not have it checked. */
export const UNCHECKED: InstrumentCheck = {
  ok: null,
  reason: "controls are switched off",
  controls: [],
};

/**
 * Runs the built-in controls through the stages of a run, from the inputs to the calibrators, and says whether memory is
 * found where it is, and only there.
 */
export const checkInstrument = Effect.fn("controls")(function* (seed: number = SEED) {
  const { default: controlsOf } = yield* Effect.promise(builtIn);
  return yield* checkBy(controlsOf(seed), seed);
});

/** Whether the instrument works, told at once where it does not. */
export const instrumentOf = Effect.fnUntraced(function* (isOn: boolean) {
  if (!isOn) return UNCHECKED;
  const { warn } = yield* Progress;
  const found = yield* checkInstrument();
  if (found.ok === false) yield* warn(`instrument-failed: ${found.reason}`);
  return found;
});

/** Runs some controls; what cannot be run is a failure of the instrument and not of the run. */
export const checkBy = Effect.fnUntraced(function* (controls: Controls, seed: number) {
  const all = Effect.forEach(controls.studies, (study) => findingsOf(study));
  const exit = yield* Effect.exit(Effect.provide(all, controlServices(controls, seed)));
  if (Exit.isFailure(exit)) {
    if (Cause.isInterruptedOnly(exit.cause)) return yield* Effect.interrupt;
    const fault = Cause.squash(exit.cause);
    const why = fault instanceof Error ? fault.message : String(fault);
    return {
      ok: false,
      reason: `the controls could not be run: ${why}`,
      controls: [],
    } satisfies InstrumentCheck;
  }
  return judged(exit.value.flat());
});

function judged(controls: ReadonlyArray<ControlFinding>): InstrumentCheck {
  const failed = controls.filter(({ passed }) => !passed);
  if (failed.length === 0) return { ok: true, reason: null, controls };
  const reasons = failed.map(
    ({ control, expects, verdict }) =>
      `the control "${control}" had to show ${expects} and came out as ${verdict.verdict} (${verdict.sentence})`,
  );
  return { ok: false, reason: reasons.join("; "), controls };
}

type ControlStudy = Controls["studies"][number];

const findingsOf = Effect.fnUntraced(function* ({ inputs, controls }: ControlStudy) {
  const pipeline = calibrating();
  const options = pipeline.stages.map((stage) => Schema.decodeUnknownSync(stage.options)({}));
  const study: StudyPlan = {
    inputs,
    models: controls.map(({ model }) => model),
    areCandidates: false,
    referenceModel: null,
    request: SAMPLING,
    calibration: { minValid: 50, minAuc: 0.6 },
    validation: "crossfit",
    resamples: 200,
    permutations: PERMUTATIONS,
  };
  const artifacts = yield* execute(pipeline, options, { study, instrument: Effect.succeed(UNCHECKED) });
  const { calibrators }: Partial<Values<typeof Calibrators>> = artifacts;
  return controls.map(({ control, model, expects }) =>
    controlFinding(control, expects, calibrators?.get(model)),
  );
});

/** The standard stages as far as the calibrators. */
function calibrating() {
  const last = standard.stages.findIndex(({ gives }) => gives.some(({ key }) => key === Calibrators.key));
  return { stages: standard.stages.slice(0, last + 1) };
}
