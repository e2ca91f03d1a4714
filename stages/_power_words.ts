import type { AucPower, ModelPower, RunPower, TopPower } from "./_power_findings.ts";
import { shownProbability, VERDICT_LIMITS } from "./math/mod.ts";

/** What a run can and cannot find, in sentences. */
export function powerWords({ auc, models, top3 }: Omit<RunPower, "says">): ReadonlyArray<string> {
  return [aucWords(auc), ...modelWords(models), topWords(top3, models.length)];
}

function aucWords({ members, controls, minDetectable }: AucPower): string {
  const corpora = `Memory: ${members} memorised and ${controls} control prompts`;
  if (minDetectable === null)
    return `${corpora} show not even an AUC of 1: every verdict would be "underpowered"`;
  const reach = `${corpora} reliably show an AUC of ${minDetectable.toFixed(3)} or more (4 times out of 5, refitting counted in)`;
  return minDetectable <= VERDICT_LIMITS.minDetectable
    ? `${reach}; less than that can go unseen`
    : `${reach}, where ${VERDICT_LIMITS.minDetectable} is the limit: verdicts would be "underpowered"`;
}

/** Models with the same numbers share a sentence. */
function modelWords(models: ReadonlyArray<ModelPower>): ReadonlyArray<string> {
  const groups = new Map<string, Array<string>>();
  for (const power of models) {
    const says = skillWords(power);
    const names = groups.get(says) ?? [];
    names.push(power.model);
    groups.set(says, names);
  }
  return [...groups].map(([says, names]) => `Skill of ${names.join(", ")}: ${says}`);
}

function skillWords(power: ModelPower): string {
  const { cutoff, rows, days, designEffect, detectable, rowsNeeded } = power;
  if (cutoff === null) return "no training cutoff is known, so that no row counts as after it";
  if (rows === 0) return `no evaluation row after ${cutoff}, so that nothing can be claimed`;
  const counted = `${rows} rows on ${days} ${days === 1 ? "day" : "days"} after ${cutoff}`;
  if (designEffect === null) return `${counted}, too few days to claim anything`;
  const found =
    detectable === null
      ? "no advantage over the baseline is found reliably"
      : `an advantage of ${points(detectable)} points over the baseline is found 4 times out of 5`;
  const needed = rowsNeeded === null ? "" : `; 5 points need ${rowsNeeded.paired} rows`;
  return `${counted} (design effect ${designEffect.toFixed(2)}): ${found}${needed}`;
}

function topWords(top3: TopPower | null, models: number): string {
  if (top3 === null) {
    return `Top 3: with ${models} ${models === 1 ? "model" : "models"} it says nothing; tiers tell which models differ`;
  }
  const { rows, chance, detectable, isSupported } = top3;
  if (chance === null) return `Top 3: ${rows} rows after every cutoff cannot support any such claim`;
  const told = `two models 5 points apart are told apart with probability ${probability(chance)} on the ${rows} rows after every cutoff`;
  if (isSupported) return `Top 3: ${told}, so that a top 3 can be supported where gaps are that wide`;
  const reach = detectable === null ? "no gap is wide enough" : `it takes ${points(detectable)} points`;
  return `Top 3: no such claim can be promised: ${told}; ${reach}`;
}

function points(share: number): string {
  return (100 * share).toFixed(1);
}

function probability(chance: number): string {
  const { relation, number } = shownProbability(chance, 2);
  return `${{ "=": "", "<": "below ", ">": "above " }[relation]}${number}`;
}
