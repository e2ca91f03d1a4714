import type { Context } from "effect";
import type { GateSet, Judged, Judgement, Verdict } from "../plugins/contract/mod.ts";

/**
 * What a gate set makes of the models: verdicts, and their order by score; ties stay in the order of the results.
 *
 * @throws {RangeError} If there is not one verdict a result, in the order of the results.
 */
export function judgedBy(gates: Context.Tag.Service<GateSet>, judgement: Judgement): Judged {
  const verdicts = gates.judge(judgement);
  checkVerdicts(verdicts, judgement);
  const score = (index: number) => orLast(verdicts[index]?.score);
  const order = [...verdicts.keys()].toSorted((a, b) => descending(score(a), score(b)));
  return { gates, verdicts, order };
}

function checkVerdicts(verdicts: ReadonlyArray<Verdict>, { results }: Judgement): void {
  if (!Array.isArray(verdicts)) throw new RangeError("judge gave no list of verdicts");
  if (verdicts.length !== results.length) {
    throw new RangeError(`it gave ${verdicts.length} verdicts on ${results.length} models`);
  }
  const bare = verdicts.findIndex((verdict) => !Array.isArray(verdict?.warnings));
  if (bare >= 0) throw new RangeError(`verdict ${bare + 1} has no list of warnings`);
  const wrong = results.findIndex(({ model }, i) => verdicts[i]?.model !== model);
  if (wrong < 0) return;
  const [said, expected] = [verdicts[wrong]?.model, results[wrong]?.model];
  throw new RangeError(`verdict ${wrong + 1} is on "${said}", and "${expected}" stands there`);
}

/** A gate set from outside may give what is no number. */
function orLast(score: number = Number.NaN): number {
  return Number.isNaN(score) ? Number.NEGATIVE_INFINITY : score;
}

/** Equal infinities have no difference to sort by. */
function descending(a: number, b: number): number {
  return a === b ? 0 : b - a;
}
