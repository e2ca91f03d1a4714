import type { Cutoff, EvaluationSet, PromptSet } from "../plugins/contract/mod.ts";
import { aucPower, modelPower, topPower } from "./_power.ts";
import type { AucPower, ModelPower, RunPower, TopPower } from "./_power_findings.ts";
import { powerWords } from "./_power_words.ts";

export type { AucPower, ModelPower, RunPower, TopPower };

/** What is known of a run before anything is asked. */
export interface PowerInputs {
  readonly models: ReadonlyArray<string>;
  readonly evalSet: EvaluationSet;
  readonly corpora: { readonly isMemorized: PromptSet; readonly oosControl: PromptSet };
  readonly cutoffs: ReadonlyMap<string, Cutoff>;
}

const PLACES = 3;

/**
 * What a run can and cannot find at its sizes. Skill is looked for as the gate set `honest` does: after each model's
 * cutoff, in the paired differences to the most frequent direction, one-sided at 5 % over all models.
 */
export function runPower({ models, evalSet, corpora, cutoffs }: PowerInputs): RunPower {
  const auc = aucPower(corpora.isMemorized.size, corpora.oosControl.size);
  const dates = models.map((model) => cutoffs.get(model)?.date ?? null);
  const perModel = models.map((model, i) => modelPower(model, dates[i] ?? null, evalSet, models.length));
  const top3 = models.length <= PLACES ? null : topPower(latest(dates), evalSet);
  return { auc, models: perModel, top3, says: powerWords({ auc, models: perModel, top3 }) };
}

/** The last of the dates; null where one is missing. */
function latest(dates: ReadonlyArray<string | null>): string | null {
  const known = dates.flatMap((date) => (date === null ? [] : [date]));
  return known.length < dates.length ? null : (known.toSorted().at(-1) ?? null);
}
