import type { BlindLook, Known, OutOfFold, OverlapFinding, PromptLooks } from "../plugins/contract/mod.ts";
import { overlapWeightedAuc, type Random } from "./math/mod.ts";

const RESAMPLES = 200;

/**
 * The out-of-fold area among prompts that look alike. It is asked for only where the looks tell the corpora apart, since
 * otherwise there is nothing to adjust for.
 */
export function overlap(
  { scores, labels, rows }: OutOfFold,
  { found, looks }: BlindLook,
  random: Random,
): Known<OverlapFinding> {
  if (!found.ok) return found;
  if (looks === null) return { ok: false, reason: "the prompts were not looked at" };
  if (!found.value.isSeparable) {
    return { ok: false, reason: "the prompts alone do not tell the corpora apart: nothing to adjust for" };
  }
  const covariates = looksOf(looks, labels, rows);
  const weighted = overlapWeightedAuc(scores, labels, covariates, {
    d: looks.columns,
    resamples: RESAMPLES,
    random,
  });
  if (weighted === null || weighted.bound === null) {
    return { ok: false, reason: "no prompt of one corpus looks like one of the other" };
  }
  const { bound, essMembers, essControls } = weighted;
  return { ok: true, value: { auc: bound, essMembers, essControls, resamples: RESAMPLES } };
}

function looksOf(
  { columns, members, controls }: PromptLooks,
  labels: Uint8Array,
  rows: Uint32Array,
): Float64Array {
  const found = new Float64Array(rows.length * columns);
  rows.forEach((row, i) => {
    const corpus = labels[i] === 1 ? members : controls;
    found.set(corpus.subarray(row * columns, (row + 1) * columns), i * columns);
  });
  return found;
}
