/**
 * A probability carried from one base rate to another, the likelihood ratio unchanged (Saerens, Latinne & Decaestecker
 * 2002).
 *
 * @param p A probability, in [0, 1].
 * @param from The base rate under which `p` holds, in (0, 1).
 * @param to The base rate wanted, in [0, 1].
 * @throws {RangeError} if a number is out of range.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { priorShift } from "recall-guard/math";
 *
 * assert.ok(Math.abs(priorShift(0.8, 0.5, 0.1) - 0.3076923076923077) < 1e-15);
 * ```
 */
export function priorShift(p: number, from: number, to: number): number {
  if (!(p >= 0 && p <= 1 && from > 0 && from < 1 && to >= 0 && to <= 1)) {
    throw new RangeError(`Cannot carry a probability of ${p} from base rate ${from} to ${to}`);
  }
  const yes = p * (to / from);
  const no = (1 - p) * ((1 - to) / (1 - from));
  return yes + no === 0 ? p : yes / (yes + no);
}
