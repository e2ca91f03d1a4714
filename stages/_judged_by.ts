import type { Context } from "effect";
import type { GateSet, Judged, Judgement } from "../plugins/contract/mod.ts";
import { verdictFlaw } from "./_verdict_flaws.ts";

/**
 * What a gate set makes of the models: verdicts, and their order by score; ties stay in the order of the results.
 *
 * @throws {RangeError} If there is not one sound verdict a result, in the order of the results.
 */
export function judgedBy(gates: Context.Tag.Service<GateSet>, judgement: Judgement): Judged {
  const verdicts = gates.judge(judgement);
  const flaw = verdictFlaw(verdicts, judgement.results, gates.blocking);
  if (flaw !== null) throw new RangeError(`it ${flaw}`);
  const score = (index: number) => orLast(verdicts[index]?.score);
  const order = [...verdicts.keys()].toSorted((a, b) => descending(score(a), score(b)));
  return { gates, verdicts, order };
}

/** A gate set from outside may give what is no number. */
function orLast(score: number = Number.NaN): number {
  return Number.isNaN(score) ? Number.NEGATIVE_INFINITY : score;
}

/** Equal infinities have no difference to sort by. */
function descending(a: number, b: number): number {
  return a === b ? 0 : b - a;
}
