import type { Known, ModelAnalysis, Verdict } from "../../../../plugins/contract/mod.ts";

export const none = (reason: string) => ({ ok: false, reason }) as const;
export const known = <A>(value: A): Known<A> => ({ ok: true, value });

const CLUSTERS = { icc: 0.1, designEffect: 1.25, nEff: 80, reason: null };

/** A model of which every number is known. */
export const ANALYSED: ModelAnalysis = {
  model: "meta/llama-3.1_8b",
  outcomes: {
    cutoff: "2023-06-30",
    before: known({
      rows: 100,
      dates: 90,
      accuracy: { point: 0.75, lo: 0.65, hi: 0.85 },
      clusters: CLUSTERS,
    }),
    after: known({
      rows: 120,
      dates: 95,
      accuracy: { point: 0.5125, lo: 0.4125, hi: 0.6125 },
      clusters: CLUSTERS,
    }),
    gap: known({ point: 0.2375, lo: 0.1, hi: 0.35 }),
    difference: none("no other model has an earlier cutoff"),
    recall: "yes",
    sentence: "Accuracy is 24 points higher before the cutoff than after it",
  },
  verdict: { verdict: "detected", sentence: "The answers tell the corpora apart" },
  separation: none("not looked at"),
  overlap: none("nothing to adjust for"),
  calibration: known({
    rows: 60,
    brier: 0.2,
    logLoss: 0.6,
    slope: known({ point: 1, lo: 0.5, hi: 1.5 }),
    intercept: known(0),
    inTheLarge: known(0),
    ece: known({ point: 0.0625, lo: 0.03125, hi: 0.125 }),
    debiasedSquaredError: known(0.01),
    bins: [
      { rows: 20, predicted: 0.2, observed: 0.25 },
      { rows: 19, predicted: 0.5, observed: 0.4375 },
      { rows: 21, predicted: 0.8, observed: 0.84375 },
    ],
    hasSignal: true,
  }),
  distributions: known({
    lo: -2,
    hi: 2,
    features: [
      {
        feature: "loss",
        members: { rows: 6, median: -0.75, counts: [3, 2, 1, 0] },
        controls: { rows: 5, median: 0.125, counts: [0, 2, 3, 0] },
      },
      {
        feature: "min_k_pp",
        members: { rows: 6, median: 0.5, counts: [0, 0, 6, 0] },
        controls: { rows: 5, median: 0, counts: [1, 1, 2, 1] },
      },
    ],
  }),
  holdoutAuc: known(0.75),
  transfer: known({ rows: 220, outside: 11, share: 0.05, isFlagged: false }),
  pAfter: known({ rows: 120, mean: 0.4 }),
  effects: [],
  decisions: {
    rows: 220,
    clean: known({ accuracy: 0.5, interval: null }),
    cleanShare: 0.5,
    nEff: 109.5,
    byConfidence: null,
    byPenalizedConfidence: null,
    byP: [],
  },
  prevalence: { scores: none("not asked"), outcomes: none("not asked"), correction: none("not asked") },
  warnings: [],
};

/** A model of which nothing is known. */
export const UNKNOWN: ModelAnalysis = {
  ...ANALYSED,
  model: "lab/unasked",
  outcomes: {
    ...ANALYSED.outcomes,
    cutoff: null,
    before: none("no training cutoff is known"),
    after: none("no training cutoff is known"),
  },
  calibration: none("3 valid control rows, 50 needed"),
  distributions: none("3 valid control rows, 50 needed"),
  decisions: { ...ANALYSED.decisions, rows: 0, nEff: 0 },
};

export const SURVIVES: Verdict = {
  model: ANALYSED.model,
  score: 0.4125,
  components: {},
  survives: true,
  warnings: [],
  details: { tier: 1, p_top3: 0.75, n_eff: 96.5 },
};

export const REMOVED: Verdict = {
  model: UNKNOWN.model,
  score: 0,
  components: {},
  survives: false,
  warnings: ["uncalibrated", "temperature-not-honoured"],
};
