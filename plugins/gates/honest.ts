import { definePlugin, type Judgement, Probability, Schema, type Verdict } from "../contract/mod.ts";
import { claimWords } from "./_claim_words.ts";
import { type Claim, claims } from "./_claims.ts";
import { type PostCutoff, postCutoff } from "./_post_cutoff.ts";

/** The score of a model that no gate removes, in [0, 1]. */
export const HONEST_FORMULA = "post_cutoff_acc_lo";

/** The least parse success that passes, and the largest Holm-adjusted p of a claim. */
export interface HonestGates {
  readonly parse_min: number;
  readonly alpha: number;
}
export const HONEST_GATES = { parse_min: 0.8, alpha: 0.05 } as const satisfies HonestGates;

const BLOCKING = ["parse-unreliable", "no-rows-after-cutoff", "not-better-than-baseline"] as const;
const NOT_BLOCKING = ["undated-rows", "baseline-assumed"] as const;
type Raised = (typeof BLOCKING)[number] | (typeof NOT_BLOCKING)[number];

/**
 * Judges every model by what it does on rows after its own cutoff, where there is nothing to remember: the score is the
 * lower end of the 95 % interval of its accuracy there, clustered by date, and a model is removed unless it beats the
 * direction that was most frequent before the earliest cutoff (one-sided date-clustered t on the paired differences, or
 * mid-p McNemar where every date has one row; Holm over the models). Rows that could not be read count as wrong. No
 * number of the calibration is read: a model without one is judged like any other if it was asked.
 */
export function honestVerdicts(
  judgement: Judgement,
  gates: HonestGates = HONEST_GATES,
): ReadonlyArray<Verdict> {
  const rows = postCutoff(judgement);
  const found = claims(rows, judgement);
  const frame = {
    baseline: rows.baseline,
    tested: found.filter(({ p }) => p !== null).length,
    tiers: Math.max(0, ...found.map(({ tier }) => tier ?? 0)),
  };
  return judgement.results.map((result, index) => {
    const claim = found[index];
    if (claim === undefined) throw new RangeError(`Cannot judge "${result.model}": it has no claim`);
    const raised = raisedBy(claim, rows, result.parseSuccessRate, gates);
    const survives = BLOCKING.every((name) => !raised[name]);
    const cutoff = judgement.cutoffs.get(result.model) ?? null;
    return {
      model: result.model,
      score: survives ? (claim.accuracy?.lo ?? 0) : 0,
      components: componentsOf(claim),
      survives,
      warnings: warningsOf(raised, result.warnings),
      details: detailsOf(claim),
      says: claimWords(claim, { ...frame, cutoff }),
    };
  });
}

/** The gates and the score of what is left when memory is discounted. */
export const honest = definePlugin({
  kind: "gates",
  name: "honest",
  version: "1.0.0",
  options: Schema.Struct({
    parse_min: Schema.optionalWith(Probability, { exact: true, default: () => HONEST_GATES.parse_min }),
    alpha: Schema.optionalWith(Probability, { exact: true, default: () => HONEST_GATES.alpha }),
  }),
  make: ({ parse_min, alpha }) => ({
    name: "honest",
    formula: HONEST_FORMULA,
    thresholds: { parse_min, alpha },
    blocking: BLOCKING,
    judge: (judgement) => honestVerdicts(judgement, { parse_min, alpha }),
    words: {
      passed: `parse-success ≥ ${parse_min}, rows after the cutoff, better than the baseline there (Holm p ≤ ${alpha})`,
      besides: BESIDES,
      reading: READING,
    },
  }),
});
export default honest;

const BESIDES =
  "rows after the model's cutoff on which it beats the direction that was most frequent before the earliest cutoff " +
  "(one-sided date-clustered t, Holm over the models)";

const READING =
  "`honest` ranks what is left when memory is discounted: it counts rows after the model's cutoff only, where there is " +
  "nothing to remember, and the score is the lower end of the 95 % interval of the accuracy there, clustered by date, " +
  "a row without a readable answer counting as wrong. MCS-AUC moves no rank. Models of one tier cannot be told apart " +
  "on these rows, whatever their order; a score says nothing of how a model does on rows before its cutoff.";

function raisedBy(
  { rows, pHolm }: Claim,
  { baseline, hasUndated }: PostCutoff,
  parse: number,
  { parse_min, alpha }: HonestGates,
): Readonly<Record<Raised, boolean>> {
  return {
    "parse-unreliable": !(parse >= parse_min),
    "no-rows-after-cutoff": rows === 0,
    "not-better-than-baseline": rows > 0 && !(pHolm !== null && pHolm <= alpha),
    "undated-rows": rows > 0 && hasUndated,
    "baseline-assumed": rows > 0 && baseline.rows === 0,
  };
}

/** Warnings raised before judging are passed on; the measured ones replace what another gate set blocks by. */
function warningsOf(
  raised: Readonly<Record<Raised, boolean>>,
  before: ReadonlyArray<string>,
): ReadonlyArray<string> {
  const blocks = BLOCKING.filter((name) => raised[name]);
  const notes = NOT_BLOCKING.filter((name) => raised[name]);
  return [...new Set<string>([...blocks, ...notes, ...before])];
}

function componentsOf({ accuracy, pHolm }: Claim): Verdict["components"] {
  return {
    post_cutoff_acc_lo: accuracy?.lo ?? null,
    post_cutoff_acc_point: accuracy?.point ?? null,
    p_holm: pHolm,
  };
}

function detailsOf(claim: Claim): Readonly<Record<string, number | null>> {
  const { rows, days, accuracy, effect, baseline, p, pHolm, pBehindHolm, top3, best, tier } = claim;
  return {
    post_cutoff_rows: rows,
    post_cutoff_days: days,
    post_cutoff_acc_point: accuracy?.point ?? null,
    post_cutoff_acc_lo: accuracy?.lo ?? null,
    post_cutoff_acc_hi: accuracy?.hi ?? null,
    icc: effect?.icc ?? null,
    design_effect: effect?.deff ?? null,
    n_eff: effect?.nEff ?? null,
    baseline_acc: baseline,
    p_better: p,
    p_better_holm: pHolm,
    p_behind_leader_holm: pBehindHolm,
    p_top3: top3,
    p_best: best,
    tier,
  };
}
