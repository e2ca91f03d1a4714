import type { ModelVerdict } from "./analysis.ts";
import type { Calibrator, ControlBaseline } from "./artifacts.ts";
import type { SamplingParameters } from "./model.ts";
import { Schema } from "./schema.ts";

const Count = Schema.Int.pipe(Schema.greaterThanOrEqualTo(0));
const Value = Schema.NullOr(Schema.Finite);
const FeatureName = Schema.Literal("loss", "min_k", "min_k_pp", "zlib_ratio", "ref_delta");
const Features = Schema.Struct({
  loss: Value,
  min_k: Value,
  min_k_pp: Value,
  zlib_ratio: Value,
  ref_delta: Value,
});

const Spread = Schema.NullOr(Schema.NonNegative.pipe(Schema.finite()));
const Spreads = Schema.Struct({
  loss: Spread,
  min_k: Spread,
  min_k_pp: Spread,
  zlib_ratio: Spread,
  ref_delta: Spread,
});

const Baseline: Schema.Schema<ControlBaseline> = Schema.Struct({
  mean: Features,
  std: Spreads,
  nValid: Count,
  minValid: Count,
  isCalibrated: Schema.Boolean,
});

const Said: Schema.Schema<ModelVerdict> = Schema.Struct({ verdict: Schema.String, sentence: Schema.String });

const Fit = Schema.Struct({
  features: Schema.Array(FeatureName),
  coefficients: Schema.Array(Schema.Finite),
  intercept: Schema.Finite,
  covariance: Schema.optionalWith(Schema.Array(Schema.Finite), { exact: true }),
}).pipe(
  Schema.filter(
    ({ features, coefficients }) =>
      features.length === coefficients.length ||
      `expected a coefficient for each of ${features.length} features, got ${coefficients.length}`,
  ),
  Schema.filter(({ features, covariance }) => {
    const entries = ((features.length + 1) * (features.length + 2)) / 2;
    return (
      covariance === undefined ||
      covariance.length === entries ||
      `expected ${entries} covariances of ${features.length} coefficients and an intercept, got ${covariance.length}`
    );
  }),
);

const Holdout = Schema.Struct({
  kind: Schema.Literal("holdout"),
  share: Schema.Finite,
  nTrain: Count,
  nHeldOut: Count,
  auc: Value,
});

const Crossfit = Schema.Struct({
  kind: Schema.Literal("crossfit"),
  folds: Count,
  isGrouped: Schema.Boolean,
  fewDates: Schema.Boolean,
  nMembers: Count,
  nControls: Count,
  auc: Schema.Finite,
  lo: Schema.Finite,
  hi: Schema.Finite,
});

const Fitted: Schema.Schema<Calibrator> = Schema.Struct({
  fit: Fit,
  withoutReference: Schema.NullOr(Fit),
  validation: Schema.Union(Holdout, Crossfit),
  minAuc: Schema.Finite,
  isWeak: Schema.Boolean,
});

/** What the answers that made a calibrator were: it may judge no others. */
export const CalibratorPins = Schema.Struct({
  /** The provider's identity. */
  endpoint: Schema.String,
  temperature: Schema.Finite,
  max_tokens: Count,
  top_logprobs: Count,
  reference_model: Schema.NullOr(Schema.String),
  feature_set: Schema.String,
  feature_version: Count,
});
export type CalibratorPins = typeof CalibratorPins.Type;

/** What was saved of one model; without a calibrator, why it has none. */
export const SavedCalibrator = Schema.Struct({
  model: Schema.String,
  pins: CalibratorPins,
  baseline: Schema.NullOr(Baseline),
  calibrator: Schema.NullOr(Fitted),
  /** Null where it was not judged. */
  verdict: Schema.NullOr(Said),
  reason: Schema.NullOr(Schema.String),
});
export type SavedCalibrator = typeof SavedCalibrator.Type;

/** The content of `calibrators.json`; every number loads back bit for bit. */
export const CalibratorsFile = Schema.Struct({
  version: Schema.Literal(1),
  models: Schema.Array(SavedCalibrator).pipe(
    Schema.filter((saved) => {
      const twice = saved.findIndex(
        ({ model }, i) => saved.findIndex((other) => other.model === model) !== i,
      );
      return (
        twice < 0 || { path: [twice], message: `model "${saved[twice]?.model}" stands here a second time` }
      );
    }),
  ),
});
export type CalibratorsFile = typeof CalibratorsFile.Type;

/** The feature set that calibrators are made of, and the version of its definition. */
export const FEATURE_SET = { name: "classic", version: 1 } as const;

/**
 * The pins of a calibrator.
 *
 * @param endpoint The provider's identity.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { calibratorPins } from "recall-guard/plugin";
 *
 * const sampling = { temperature: 0, maxTokens: 512, topLogprobs: 20 };
 * assert.equal(calibratorPins("http://localhost:8000/v1", { sampling, referenceModel: null }).max_tokens, 512);
 * ```
 */
export function calibratorPins(
  endpoint: string,
  asked: { readonly sampling: SamplingParameters; readonly referenceModel: string | null },
): CalibratorPins {
  const { temperature, maxTokens, topLogprobs } = asked.sampling;
  return {
    endpoint,
    temperature,
    max_tokens: maxTokens,
    top_logprobs: topLogprobs,
    reference_model: asked.referenceModel,
    feature_set: FEATURE_SET.name,
    feature_version: FEATURE_SET.version,
  };
}

/**
 * The text of `calibrators.json`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { calibratorsText } from "recall-guard/plugin";
 *
 * assert.deepEqual(JSON.parse(calibratorsText([])), { version: 1, models: [] });
 * ```
 */
export function calibratorsText(models: ReadonlyArray<SavedCalibrator>): string {
  return `${JSON.stringify({ version: 1, models }, null, 2)}\n`;
}
