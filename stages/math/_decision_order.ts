import { compareCodePoints } from "./_code_points.ts";
import type { Decision } from "./lag_dependence.ts";

/** The decision that most draws made; among equally frequent ones the first as Python writes them (`repr`). */
export function modalDecision(decisions: ReadonlyArray<Decision>): {
  readonly decision: Decision;
  readonly count: number;
} {
  const counts = new Map<Decision, number>();
  for (const decision of decisions) counts.set(decision, (counts.get(decision) ?? 0) + 1);
  const [first] = [...counts]
    .map(([decision, count]) => ({ decision, count, spelled: spelled(decision) }))
    .sort((a, b) => b.count - a.count || compareCodePoints(a.spelled, b.spelled));
  if (first === undefined) throw new RangeError("Cannot reduce no draws");
  return first;
}

const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function spelled(decision: Decision): string {
  if (decision === null) return "None";
  if (typeof decision === "number") return String(decision);
  const quote = decision.includes("'") && !decision.includes('"') ? '"' : "'";
  return (
    quote +
    Array.from(decision, (point) => (point === quote ? `\\${point}` : escaped(point))).join("") +
    quote
  );
}

function escaped(point: string): string {
  const code = point.charCodeAt(0);
  const isControl = code < 0x20 || (code >= 0x7f && code <= 0xa0) || code === 0xad;
  return ESCAPES[point] ?? (isControl ? `\\x${code.toString(16).padStart(2, "0")}` : point);
}
