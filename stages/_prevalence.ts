import type {
  Known,
  ModelCalibration,
  ModelVerdict,
  OutcomeFindings,
  PrevalenceFinding,
  PrevalenceFindings,
} from "../plugins/contract/mod.ts";
import { clusterOf, type Divide, type JudgedRows, rowsOn, type Side } from "./_judged_rows.ts";
import { type ClusteredHits, clusteredGap, correctionOf, piGap, prevalence } from "./math/mod.ts";

/** What a prevalence is read from. */
export interface PrevalenceInputs {
  readonly rows: JudgedRows;
  /** Null where the model's cutoff is not known. */
  readonly divide: Divide | null;
  readonly outcomes: OutcomeFindings;
  readonly verdict: ModelVerdict;
  readonly calibration: ModelCalibration | { readonly ok: false; readonly reason: string };
}

/** How much of what could be memorised is, and whether a corrected probability may be had. */
export function prevalenceFindings(inputs: PrevalenceInputs): PrevalenceFindings {
  const { calibration, verdict } = inputs;
  const scores = fromScores(calibration);
  const outcomes = fromOutcomes(inputs);
  const { correction, reason } = correctionOf({
    verdict: verdict.verdict,
    piHat: scores.ok ? scores.value.piHat : null,
    piLo: scores.ok ? scores.value.piLo : null,
    piGap: outcomes.ok ? outcomes.value : null,
    calibrationP: memberProbabilities(calibration),
  });
  return {
    scores,
    outcomes,
    correction:
      correction === null ? unknown(reason ?? "no prevalence can be had") : { ok: true, value: correction },
  };
}

function fromScores(calibration: PrevalenceInputs["calibration"]): Known<PrevalenceFinding> {
  if (!calibration.ok) return unknown(calibration.reason);
  const { scores, labels, fold } = calibration.findings.outOfFold;
  const found = prevalence({ scores, labels, folds: fold });
  return found === null
    ? unknown("no control rows of other folds set a threshold")
    : { ok: true, value: found };
}

function fromOutcomes({ rows, divide, outcomes }: PrevalenceInputs): Known<number> {
  const { before, after, gap, difference, recall, sentence } = outcomes;
  if (divide === null) return unknown("the model's cutoff is not known");
  if (gap.ok && gap.value.lo > 0 && difference.ok && recall !== "yes") return unknown(sentence);
  const { pi, reason } = piGap({
    accBefore: before.ok ? before.value.accuracy.point : null,
    accAfter: after.ok ? after.value.accuracy.point : null,
    gapLo: gap.ok ? gap.value.lo : null,
    strataMatch: hasSameOutcomes(rows, divide),
  });
  return pi === null ? unknown(reason ?? "it cannot be read") : { ok: true, value: pi };
}

/** Whether no direction is more frequent on one side of the cutoff than on the other, as far as an interval can tell. */
function hasSameOutcomes(rows: JudgedRows, divide: Divide): boolean {
  return [1, 0, -1].every((direction) => {
    const side = (name: Side): ClusteredHits => {
      const kept = rowsOn(rows, name, divide);
      const hits = kept.map((row) => Number(rows.targets[row] === direction));
      return { hits, labels: kept.map(clusterOf(rows)) };
    };
    const gap = clusteredGap(side("before"), side("after"));
    return gap !== null && gap.lo <= 0 && gap.hi >= 0;
  });
}

/** Out-of-fold probabilities of the memorised corpus, shape (members). */
function memberProbabilities(calibration: PrevalenceInputs["calibration"]): Float64Array {
  if (!calibration.ok) return new Float64Array(0);
  const { scores, labels } = calibration.findings.outOfFold;
  return scores.filter((_, row) => labels[row] === 1);
}

function unknown(reason: string): { readonly ok: false; readonly reason: string } {
  return { ok: false, reason };
}
