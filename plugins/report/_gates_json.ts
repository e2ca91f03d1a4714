import type { Judged } from "../contract/mod.ts";

/** What every gate set makes of the models, the configured one first, as `analysis.json` has it. */
export function gatesJson(judged: ReadonlyArray<Judged>) {
  return judged.map(({ gates, verdicts, order }) => ({
    name: gates.name,
    formula: gates.formula,
    thresholds: gates.thresholds,
    blocking: gates.blocking,
    order: order.flatMap((index) => verdicts[index]?.model ?? []),
    models: verdicts.map(({ model, score, survives, warnings, components, details = {}, says = [] }) => ({
      model,
      score,
      survives,
      warnings,
      components,
      details,
      says,
    })),
  }));
}
