import { root } from "./_root.ts";
import { normalQuantile } from "./normal.ts";

/** The design that an area is looked for with. */
export interface AucDesign {
  readonly members: number;
  readonly controls: number;
  /** Size of the two-sided test, in (0, 1); 0.05 unless given. */
  readonly alpha?: number;
  /** In (0.5, 1); 0.8 unless given. */
  readonly power?: number;
  /** What refitting adds to both standard errors, a factor of at least 1; 1 unless given. */
  readonly inflation?: number;
}

/**
 * Standard deviation of the area under the ROC curve where the classes do not differ and no scores tie (Mann & Whitney
 * 1947): sqrt((members + controls + 1) / (12 members controls)).
 *
 * @throws {RangeError} if a class has no row.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { aucNullSd } from "recall-guard/math";
 *
 * assert.equal(aucNullSd({ members: 1, controls: 1 }), 0.5);
 * ```
 */
export function aucNullSd({ members, controls }: AucDesign): number {
  if (!(members >= 1 && controls >= 1)) {
    throw new RangeError(`Cannot judge a design of ${members} members and ${controls} controls`);
  }
  return Math.sqrt((members + controls + 1) / (12 * members * controls));
}

/**
 * The smallest area under the ROC curve that a design tells from 1/2 with the given power: the A that solves
 * A - 1/2 = z(1 - alpha/2) s0 + z(power) s(A), s0 the {@link aucNullSd} and s(A) the standard error of Hanley & McNeil
 * (1982) for exponential scores.
 *
 * @returns null where not even an area of 1 would be found.
 * @throws {RangeError} if a class has no row, or `alpha`, `power` or `inflation` is out of range.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { aucMinDetectable } from "recall-guard/math";
 *
 * assert.equal(aucMinDetectable({ members: 100, controls: 100 })?.toFixed(3), "0.614");
 * assert.equal(aucMinDetectable({ members: 2, controls: 2 }), null);
 * ```
 */
export function aucMinDetectable(design: AucDesign): number | null {
  const { alpha = 0.05, power = 0.8, inflation = 1 } = design;
  if (!(alpha > 0 && alpha < 1)) throw new RangeError(`Cannot judge a design at the size ${alpha}`);
  if (!(power > 0.5 && power < 1)) throw new RangeError(`Cannot judge a design at the power ${power}`);
  if (!(inflation >= 1)) throw new RangeError(`Cannot widen a standard error by ${inflation}`);
  const threshold = inflation * normalQuantile(1 - alpha / 2) * aucNullSd(design);
  const reach = inflation * normalQuantile(power);
  const missing = (area: number) => area - 0.5 - threshold - reach * hanleyMcNeil(area, design);
  return missing(1) < 0 ? null : root(missing, 0.5, 1);
}

function hanleyMcNeil(area: number, { members, controls }: AucDesign): number {
  const square = area * area;
  const members2 = area / (2 - area) - square;
  const controls2 = (2 * square) / (1 + area) - square;
  const variance = area * (1 - area) + (members - 1) * members2 + (controls - 1) * controls2;
  return Math.sqrt(variance / (members * controls));
}
