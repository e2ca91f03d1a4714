import { Schema } from "../contract/mod.ts";
import { maybe, Real } from "./_maybe.ts";

const Count = Schema.Int.pipe(Schema.greaterThanOrEqualTo(0)).annotations({ identifier: "Count" });
const Share = Schema.Number.pipe(Schema.between(0, 1)).annotations({ identifier: "Share" });

/** A point with its interval. */
export const Bound = Schema.Struct({
  point: Real,
  lo: Real,
  hi: Real,
}).annotations({
  identifier: "Bound",
  description: "A point estimate with its 95 % interval, in the unit of the point.",
});
export const MaybeBound = maybe(Bound).annotations({
  identifier: "MaybeBound",
  description: "A point estimate with its interval, or null with the reason why there is none.",
});
export const MaybeNumber = maybe(Real).annotations({
  identifier: "MaybeNumber",
  description: "A number, or null with the reason why there is none.",
});

/** What tells two sets of answers, or of prompts, apart. */
const Separation = {
  auc: Bound,
  min_detectable_auc: MaybeNumber,
  members: Count,
  controls: Count,
  folds: Count,
  grouped_by_date: Schema.Boolean,
  permutations: Count,
  inflation: Real,
};

/** What the prompts alone give away. */
export const Blind = Schema.Struct({
  ...Separation,
  is_separable: Schema.Boolean,
  clues: Schema.Array(Schema.Struct({ words: Schema.String, auc: Real })),
});

const Side = Schema.Struct({
  rows: Count,
  dates: Count,
  accuracy: Bound,
  icc: MaybeNumber,
  design_effect: MaybeNumber,
  n_eff: MaybeNumber,
});

const Risk = Schema.Struct({
  aurc: Real,
  e_aurc: Real,
  curve: Schema.Array(Schema.Struct({ coverage: Share, risk: Share })),
});

const Scaled = Schema.Struct({ pi: Real, scale: Real });

/** What honest statistics say of one model. */
export const Statistics = Schema.Struct({
  separation: maybe(
    Schema.Struct({
      ...Separation,
      interval_method: Schema.Literal("logit-delong", "newcombe"),
      se: MaybeNumber,
      permutation_p: Share,
      features: Schema.Array(Schema.String),
      few_dates: Schema.Boolean,
    }),
  ).annotations({ description: "How far the answers tell the corpora apart, judged out of fold." }),
  overlap: maybe(
    Schema.Struct({
      auc: Bound,
      ess_members: Real,
      ess_controls: Real,
      resamples: Count,
    }),
  ).annotations({ description: "The same among prompts that look alike." }),
  holdout_auc: MaybeNumber,
  calibration: maybe(
    Schema.Struct({
      rows: Count,
      brier: Real,
      log_loss: Real,
      has_signal: Schema.Boolean,
      slope: MaybeBound,
      intercept: MaybeNumber,
      in_the_large: MaybeNumber,
      ece: MaybeBound,
      debiased_squared_error: MaybeNumber,
      bins: Schema.Array(Schema.Struct({ rows: Count, predicted: Real, observed: Real })),
    }),
  ).annotations({ description: "Whether out-of-fold probabilities mean what they say." }),
  transfer: maybe(
    Schema.Struct({ rows: Count, outside: Count, share: Share, is_flagged: Schema.Boolean }),
  ).annotations({ description: "Evaluation rows outside what the calibrator has seen." }),
  p_after: maybe(Schema.Struct({ rows: Count, mean: Real })).annotations({
    description: "Mean p_memorized of rows after the cutoff: the instrument's false-positive level.",
  }),
  outcomes: Schema.Struct({
    cutoff: Schema.NullOr(Schema.String),
    before: maybe(Side),
    after: maybe(Side),
    gap: MaybeBound,
    difference: maybe(Schema.Struct({ against: Schema.String, rows: Count, difference: Bound })),
  }).annotations({ description: "Accuracy before and after the model's training cutoff." }),
  effects: Schema.Array(Schema.Struct({ feature: Schema.String, d: MaybeBound })).annotations({
    description: "Cohen's d of each feature, before minus after the cutoff.",
  }),
  decisions: Schema.Struct({
    rows: Count,
    clean_accuracy: MaybeNumber,
    clean_interval: MaybeBound,
    clean_share: MaybeNumber,
    n_eff: Real,
    risk_by_confidence: maybe(Risk),
    risk_by_penalized_confidence: maybe(Risk),
    accuracy_by_p: Schema.Array(Schema.Struct({ rows: Count, accuracy: Real })),
  }).annotations({ description: "What is left when memory is discounted." }),
  prevalence: Schema.Struct({
    pi_hat: MaybeNumber,
    pi_lo: MaybeNumber,
    pi_gap: MaybeNumber,
    correction: maybe(Schema.Struct({ point: Scaled, lo: Scaled })),
  }).annotations({ description: "How much of the memorised corpus is memorised." }),
});
export type Statistics = typeof Statistics.Type;
