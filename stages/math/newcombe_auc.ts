import { root } from "./_root.ts";
import { standardErrors } from "./wilson.ts";

/** The two classes' sizes, and how far to widen. */
export interface NewcombeAucOptions {
  readonly members: number;
  readonly controls: number;
  /** Coverage in (0, 1); 0.95 unless given. */
  readonly confidence?: number;
  /** Factor on the standard error, at least 1; 1 unless given. */
  readonly inflation?: number;
}

/**
 * An interval of an area under the ROC curve from the area alone (Newcombe 2006, part 2, method 5): the t that solve
 * |A - t| = z sqrt(t (1 - t) (1 + n (1 - t) / (2 - t) + n t / (1 + t)) / (members controls)), n = (members + controls)
 * / 2 - 1. Unlike DeLong's it has a width at 0 and at 1.
 *
 * @param area In [0, 1].
 * @throws {RangeError} if the area, a class size, `confidence` or `inflation` is out of range.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { newcombeAuc } from "recall-guard/math";
 *
 * const { lo, hi } = newcombeAuc(1, { members: 25, controls: 25 });
 * assert.deepEqual([lo.toFixed(4), hi], ["0.9193", 1]);
 * ```
 */
export function newcombeAuc(
  area: number,
  { members, controls, confidence = 0.95, inflation = 1 }: NewcombeAucOptions,
): { readonly lo: number; readonly hi: number } {
  if (!(area >= 0 && area <= 1)) throw new RangeError(`Cannot make an interval of the area ${area}`);
  if (!(members >= 1 && controls >= 1)) {
    throw new RangeError(`Cannot make an interval of ${members} members and ${controls} controls`);
  }
  if (!(inflation >= 1)) throw new RangeError(`Cannot widen an interval by ${inflation}`);
  const z = inflation * standardErrors({ confidence });
  const n = (members + controls) / 2 - 1;
  const reach = (t: number) => {
    const pairs = 1 + (n * (1 - t)) / (2 - t) + (n * t) / (1 + t);
    return z * Math.sqrt((t * (1 - t) * pairs) / (members * controls));
  };
  return {
    lo: root((t) => t - area + reach(t), 0, area),
    hi: root((t) => t - area - reach(t), area, 1),
  };
}
