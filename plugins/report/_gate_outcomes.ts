import type { Report, Verdict } from "../contract/mod.ts";
import { component } from "./_numbers.ts";

/** What became of a model at one gate; `skipped` where nothing was measured that the gate could judge. */
export interface GateOutcome {
  readonly gate: string;
  readonly outcome: "passed" | "failed" | "skipped";
  /** Why it did not pass, in words; null where it did. */
  readonly reason: string | null;
}

/** What the judge says of a model that it removed without raising a gate. */
const UNNAMED = "survives";

/** Every gate of the run's gate set for one model, in the gate set's order. */
export function gateOutcomes(
  { results, verdicts, gates }: Pick<Report, "results" | "verdicts" | "gates">,
  index: number,
): ReadonlyArray<GateOutcome> {
  const verdict = verdicts[index];
  const result = results[index];
  if (verdict === undefined || result === undefined) throw new RangeError(`no result ${index} to judge`);
  const why = result.reason ?? wordsOf(verdict);
  const outcomes = gates.blocking.map((gate): GateOutcome => {
    if (verdict.warnings.includes(gate)) return { gate, outcome: "failed", reason: why };
    if (result.records.size > 0) return { gate, outcome: "passed", reason: null };
    return { gate, outcome: "skipped", reason: result.reason ?? "no question was asked" };
  });
  const isNamed = outcomes.some(({ outcome }) => outcome === "failed");
  if (verdict.survives || isNamed) return outcomes;
  return [...outcomes, { gate: UNNAMED, outcome: "failed", reason: why }];
}

/** What the gate set says of the model, or else what it measured. */
function wordsOf({ says = [], components }: Verdict): string {
  if (says.length > 0) return says.join(". ");
  return Object.entries(components)
    .map(([name, value]) => component(name, value))
    .join(", ");
}
