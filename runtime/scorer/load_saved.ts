import { FileSystem } from "@effect/platform";
import { Effect } from "effect";
import {
  CalibrationError,
  CalibratorMismatch,
  type CalibratorPins,
  CalibratorsFile,
  InputError,
  type SavedCalibrator,
  Schema,
} from "../../plugins/contract/mod.ts";
import { decodeAt } from "../config/mod.ts";
import { reasonOf } from "../inputs.ts";
import type { Calibrated } from "./calibration.ts";
import { placeless } from "./settings.ts";

/** A model's calibration as a file holds it. */
export interface Saved extends Calibrated {
  readonly model: string;
  readonly pins: CalibratorPins;
}

/**
 * Reads a model's calibration from a `calibrators.json`.
 *
 * @param model Null where the file holds one model.
 */
export const loadSaved = Effect.fn("scorer.loadSaved")(function* (file: string, model: string | null) {
  const { models } = yield* readCalibrators(file);
  const saved = yield* modelIn(models, file, model);
  const { pins, baseline, calibrator, verdict, reason } = saved;
  if (baseline === null || calibrator === null) {
    const why = reason ?? "it was not calibrated";
    return yield* new CalibrationError({ message: `Cannot score with "${saved.model}": ${why}` });
  }
  return { model: saved.model, pins, baseline, calibrator, verdict } satisfies Saved;
});

/** Refuses a calibrator that is to judge other answers than those it was made of. */
export function checkPins({ model, pins }: Saved, asked: CalibratorPins, file: string) {
  const differences = PINS.filter((pin) => pins[pin] !== asked[pin]).map(
    (pin) => `${pin} was ${JSON.stringify(pins[pin])} and is ${JSON.stringify(asked[pin])}`,
  );
  return differences.length === 0
    ? Effect.void
    : Effect.fail(
        new CalibratorMismatch({
          message: `Cannot use the calibrator of "${model}" in "${file}": ${differences.join("; ")}`,
        }),
      );
}

const PINS: ReadonlyArray<keyof CalibratorPins> = [
  "endpoint",
  "temperature",
  "max_tokens",
  "top_logprobs",
  "reference_model",
  "feature_set",
  "feature_version",
];

const readCalibrators = Effect.fnUntraced(function* (file: string) {
  const fs = yield* FileSystem.FileSystem;
  const cannot = (why: string) => new InputError({ message: `Cannot read "${file}": ${why}` });
  const text = yield* Effect.mapError(fs.readFileString(file), (error) => cannot(reasonOf(error)));
  const value = yield* Effect.mapError(Schema.decodeUnknown(Schema.parseJson())(text), () =>
    cannot("it is not JSON"),
  );
  return yield* Effect.mapError(decodeAt(CalibratorsFile, placeless(value), value), (issues) =>
    cannot(issues.map(({ says }) => says).join("; ")),
  );
});

function modelIn(models: ReadonlyArray<SavedCalibrator>, file: string, model: string | null) {
  const [only, ...others] = models;
  const found = model === null && others.length === 0 ? only : models.find((saved) => saved.model === model);
  if (found !== undefined) return Effect.succeed(found);
  const names = models.map((saved) => `"${saved.model}"`).join(", ");
  const wanted = model === null ? "name one of its models" : `it has no model "${model}"`;
  return Effect.fail(
    new CalibratorMismatch({
      message: `Cannot use "${file}": ${wanted}${names === "" ? "; it holds none" : ` (it holds ${names})`}`,
    }),
  );
}
