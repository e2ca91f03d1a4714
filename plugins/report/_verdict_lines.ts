import type { Report } from "../contract/mod.ts";
import { visible } from "./_text.ts";

/** What may be said of each model, best first: whether it recalls outcomes, then its verdict, a line a model. */
export function verdictLines({ analysis, order }: Report): ReadonlyArray<string> {
  const lines = order.flatMap((index) => {
    const found = analysis.models[index];
    if (found === undefined) return [];
    const { model, outcomes, verdict } = found;
    const recall = `outcome-recall ${outcomes.recall}: ${outcomes.sentence}`;
    return [visible(`${model}: ${recall}. ${verdict.verdict}: ${verdict.sentence}.`)];
  });
  return lines.length === 0 ? [] : ["What may be said:", ...lines];
}
