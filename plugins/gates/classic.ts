import {
  definePlugin,
  type MajorityBaseline,
  type ModelEvalResult,
  Probability,
  Schema,
  type Verdict,
} from "../contract/mod.ts";

/** The score of a model that no gate removes: a product of three numbers in [0, 1]. */
export const COMPOSITE_FORMULA = "memguard_acc_lo * mcs_auc_point * parse_success_rate";

/** The least parse success and the least MCS-AUC point that pass; both in [0, 1], both pass when equal. */
export interface ClassicGates {
  readonly parse_min: number;
  readonly mcs_auc_min: number;
}
export const GATES = { parse_min: 0.8, mcs_auc_min: 0.6 } as const satisfies ClassicGates;

const BLOCKING = [
  "weak-calibration",
  "parse-unreliable",
  "not-better-than-baseline",
  "uncalibrated",
] as const;
const NOT_BLOCKING = ["temperature-not-honoured"] as const;
type Blocking = (typeof BLOCKING)[number];

/**
 * One model's score behind the gates. A warning that stands in `result` already holds as if it were raised here;
 * one that no gate knows is passed on last and blocks nothing.
 *
 * A model without an AUC is uncalibrated, not weakly calibrated. Without an accuracy there is no evidence that it
 * beats the baseline, so it does not pass; but an uncalibrated model is asked nothing, and none is claimed of it.
 */
export function compositeScore(
  result: ModelEvalResult,
  majority: MajorityBaseline,
  gates: ClassicGates = GATES,
): Verdict {
  const components = {
    memguard_acc_lo: finite(result.memguardAccuracy?.lo),
    mcs_auc_point: finite(result.mcsAuc?.point),
    parse_success_rate: finite(result.parseSuccessRate),
  };
  const { memguard_acc_lo: lo, mcs_auc_point: auc, parse_success_rate: parse } = components;
  const uncalibrated = auc === null || result.warnings.includes("uncalibrated");
  const raised: Readonly<Record<Blocking, boolean>> = {
    "weak-calibration": auc !== null && auc < gates.mcs_auc_min,
    "parse-unreliable": parse === null || parse < gates.parse_min,
    "not-better-than-baseline": lo === null ? !uncalibrated : !(lo > majority.accuracy.hi),
    uncalibrated,
  };
  const blocks = BLOCKING.filter((name) => raised[name] || result.warnings.includes(name));
  const survives = blocks.length === 0 && lo !== null && auc !== null && parse !== null;
  return {
    model: result.model,
    score: survives ? lo * auc * parse : 0,
    components,
    survives,
    warnings: [...new Set<string>([...blocks, ...others(result.warnings)])],
  };
}

/** The gates and the score of the reference Python package. */
export const classic = definePlugin({
  kind: "gates",
  name: "classic",
  version: "1.0.0",
  options: Schema.Struct({
    parse_min: Schema.optionalWith(Probability, { exact: true, default: () => GATES.parse_min }),
    mcs_auc_min: Schema.optionalWith(Probability, { exact: true, default: () => GATES.mcs_auc_min }),
  }),
  make: ({ parse_min, mcs_auc_min }) => ({
    name: "classic",
    formula: COMPOSITE_FORMULA,
    thresholds: { parse_min, mcs_auc_min },
    blocking: BLOCKING,
    judge: ({ results, majority }) =>
      results.map((result) => compositeScore(result, majority, { parse_min, mcs_auc_min })),
    words: {
      passed: `parse-success ≥ ${parse_min}, MCS-AUC ≥ ${mcs_auc_min}, ${BESIDES}, control baseline calibrated`,
      besides: BESIDES,
      reading: READING,
    },
  }),
});
export default classic;

const BESIDES = "accuracy lower CI > majority upper CI";

const READING =
  "`classic` favours memory: it multiplies by MCS-AUC, so that of two models with the same accuracy the one that " +
  "remembers more scores higher, and it removes a model whose memorised and control corpora cannot be told apart, " +
  "which is what a model without memory looks like. MemGuard accuracy is raw accuracy here, by definition.";

function finite(value: number | undefined): number | null {
  return value !== undefined && Number.isFinite(value) ? value : null;
}

function others(warnings: ReadonlyArray<string>): ReadonlyArray<string> {
  const known: ReadonlyArray<string> = [...BLOCKING, ...NOT_BLOCKING];
  return [
    ...NOT_BLOCKING.filter((name) => warnings.includes(name)),
    ...warnings.filter((name) => !known.includes(name)),
  ];
}
