import type { EvaluationSet } from "../plugins/contract/mod.ts";
import { sideOf } from "./_judged_rows.ts";
import type { AucPower, ModelPower, TopPower } from "./_power_findings.ts";
import {
  aucMinDetectable,
  clusterEffect,
  pairDetectable,
  pairPower,
  pairRowsNeeded,
  rowsNeeded,
} from "./math/mod.ts";

/** The advantage in accuracy that a claim is planned for: large for a market, small for a test. */
const ADVANTAGE = 0.05;
const POWER = 0.8;
const ALPHA = 0.05;
/** What refitting adds to the standard error of an area where there is no memory: 1.31 to 1.38 by simulation. */
const REFIT_INFLATION = 1.35;
/** The share of rows on which two models of middling accuracy differ whose errors have nothing in common. */
const DISCORDANT = 0.5;

/** What corpora of these sizes can show. */
export function aucPower(members: number, controls: number): AucPower {
  if (members === 0 || controls === 0) return { members, controls, minDetectable: null };
  return {
    members,
    controls,
    minDetectable: aucMinDetectable({ members, controls, inflation: REFIT_INFLATION, power: POWER }),
  };
}

/** What the rows after a model's cutoff can show where so many models are judged. */
export function modelPower(
  model: string,
  cutoff: string | null,
  evalSet: EvaluationSet,
  models: number,
): ModelPower {
  const rows = rowsAfter(cutoff, evalSet);
  const { days, baseline, designEffect } = outcomesOf(rows, evalSet);
  const known = { model, cutoff, rows: rows.length, days, baseline, designEffect };
  if (baseline === null || designEffect === null) return { ...known, detectable: null, rowsNeeded: null };
  const better = baseline + ADVANTAGE;
  // The level of a one-sided test at the first step of Holm, as the two-sided one of a paired comparison.
  const test = { alpha: (2 * ALPHA) / models, deff: designEffect };
  const discordance = { first: better * (1 - baseline), second: baseline * (1 - better) };
  const psi = discordance.first + discordance.second;
  if (better >= 1) return { ...known, detectable: null, rowsNeeded: null };
  const paired = pairRowsNeeded(discordance, { ...test, power: POWER });
  const fixedShare = baseline > 0 ? rowsNeeded(better, baseline, { deff: designEffect }) : null;
  return {
    ...known,
    detectable: pairDetectable(rows.length, { psi, ...test }, POWER),
    rowsNeeded: paired === null || fixedShare === null ? null : { paired, fixedShare: fixedShare.exact },
  };
}

/** What the rows after the last cutoff can show of a top three. */
export function topPower(cutoff: string | null, evalSet: EvaluationSet): TopPower {
  const rows = rowsAfter(cutoff, evalSet);
  const { designEffect } = outcomesOf(rows, evalSet);
  if (designEffect === null) return { rows: rows.length, chance: null, detectable: null, isSupported: false };
  const test = { psi: DISCORDANT, alpha: ALPHA, deff: designEffect };
  const chance = pairPower(rows.length, ADVANTAGE, test);
  const detectable = pairDetectable(rows.length, test, POWER);
  return { rows: rows.length, chance, detectable, isSupported: chance >= POWER };
}

/** What the outcomes of some rows say before any model has answered. */
function outcomesOf(rows: ReadonlyArray<number>, { targets, date }: EvaluationSet) {
  const labels = rows.map((row) => date(row) ?? row);
  const days = new Set(labels).size;
  if (rows.length === 0) return { days, baseline: null, designEffect: null };
  const shares = [1, -1, 0].map((direction) => rows.filter((row) => targets[row] === direction).length);
  const direction = [1, -1, 0][shares.indexOf(Math.max(...shares))];
  const hits = rows.map((row) => Number(targets[row] === direction));
  const effect = clusterEffect(hits, labels);
  return {
    days,
    baseline: Math.max(...shares) / rows.length,
    designEffect: days < 2 ? null : (effect?.deff ?? 1),
  };
}

function rowsAfter(cutoff: string | null, { size, date, cutoffDate }: EvaluationSet): ReadonlyArray<number> {
  if (cutoff === null) return [];
  const divide = { cutoff, rowsAfter: cutoffDate };
  return Array.from({ length: size }, (_, row) => row).filter((row) => sideOf(date(row), divide) === "after");
}
