import type { CiBound, DecisionFindings } from "../plugins/contract/mod.ts";
import { clusterOf, type JudgedRows } from "./_judged_rows.ts";
import {
  accuracyByP,
  clusteredMean,
  type MemguardAccuracy,
  memguardAccuracy,
  riskCoverage,
} from "./math/mod.ts";

/** Points of a curve that a report needs at most, besides its last. */
const CURVE_POINTS = 100;

/** What is left of a model's answers when memory is discounted, over the rows that were read and scored. */
export function decisions(rows: JudgedRows): DecisionFindings {
  const kept = new Uint32Array(rows.size)
    .map((_, row) => row)
    .filter((row) => rows.hits[row] !== -1 && !Number.isNaN(rows.p[row]));
  const columnOf = (values: ArrayLike<number>) =>
    new Float64Array(kept.length).map((_, i) => values[kept[i]!]!);
  const answers = {
    confidence: columnOf(rows.confidence),
    pMemorized: columnOf(rows.p),
    correct: columnOf(rows.hits),
  };
  const penalized = answers.confidence.map((confidence, i) => confidence * (1 - answers.pMemorized[i]!));
  const found = memguardAccuracy(answers);
  return {
    rows: kept.length,
    clean: cleanAccuracy(
      found,
      { weights: penalized, correct: answers.correct },
      Array.from(kept, clusterOf(rows)),
    ),
    cleanShare: found.cleanShare,
    nEff: found.nEff,
    byConfidence: riskCoverage(answers.confidence, answers.correct, { points: CURVE_POINTS }),
    byPenalizedConfidence: riskCoverage(penalized, answers.correct, { points: CURVE_POINTS }),
    byP: accuracyByP(answers.pMemorized, answers.correct),
  };
}

interface Weighted {
  readonly weights: Float64Array;
  readonly correct: Float64Array;
}

function cleanAccuracy(
  { accuracy, reason }: MemguardAccuracy,
  weighted: Weighted,
  labels: ReadonlyArray<string | number>,
): DecisionFindings["clean"] {
  if (accuracy === null) return { ok: false, reason: reason ?? "nothing left to score" };
  return { ok: true, value: { accuracy, interval: ratioInterval(accuracy, weighted, labels) } };
}

/** The interval of a weighted share by its linearised rows, clustered (Woodruff 1971 for ratios), cut to [0, 1]. */
function ratioInterval(
  share: number,
  { weights, correct }: Weighted,
  labels: ReadonlyArray<string | number>,
): CiBound | null {
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / weights.length;
  const pulls = weights.map((weight, i) => (weight * (correct[i]! - share)) / mean);
  const bound = clusteredMean(pulls, labels)?.bound ?? null;
  if (bound === null) return null;
  return { point: share, lo: Math.max(0, share + bound.lo), hi: Math.min(1, share + bound.hi) };
}
