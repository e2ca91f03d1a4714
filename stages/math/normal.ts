import { exp, log } from "./elementary.ts";
/**
 * The standard normal distribution function, to about 1e-14 relative: Marsaglia's series near 0 (2004, Evaluating the
 * Normal Distribution), the continued fraction of the tail (Abramowitz & Stegun 26.2.14) beyond.
 *
 * @param x In standard deviations; NaN gives NaN.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { normalCdf } from "recall-guard/math";
 *
 * assert.equal(normalCdf(0), 0.5);
 * assert.ok(Math.abs(normalCdf(1.959963984540054) - 0.975) < 1e-15);
 * ```
 */
export function normalCdf(x: number): number {
  if (Math.abs(x) < SERIES_END) return 0.5 + density(x) * series(x);
  return x > 0 ? 1 - density(x) / tailFraction(x) : density(x) / tailFraction(-x);
}

/**
 * The standard normal quantile, to about 1e-16 relative (Wichura 1988, algorithm AS 241, PPND16).
 *
 * @param p A probability; 0 and 1 give infinities.
 * @throws {RangeError} if `p` is outside [0, 1].
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { normalQuantile } from "recall-guard/math";
 *
 * assert.ok(Math.abs(normalQuantile(0.975) - 1.959963984540054) < 1e-15);
 * assert.equal(normalQuantile(0.5), 0);
 * ```
 */
export function normalQuantile(p: number): number {
  if (!(p >= 0 && p <= 1))
    throw new RangeError(`Cannot take a quantile: expected a share in [0, 1], got ${p}`);
  const q = p - 0.5;
  if (Math.abs(q) <= 0.425) {
    const r = 0.180625 - q * q;
    return (q * polynomial(CENTRE_ABOVE, r)) / polynomial(CENTRE_BELOW, r);
  }
  const tail = q < 0 ? p : 1 - p;
  if (tail === 0) return q < 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const r = Math.sqrt(-log(tail));
  const size =
    r <= 5
      ? polynomial(TAIL_ABOVE, r - 1.6) / polynomial(TAIL_BELOW, r - 1.6)
      : polynomial(FAR_ABOVE, r - 5) / polynomial(FAR_BELOW, r - 5);
  return q < 0 ? -size : size;
}

const SERIES_END = 1.5;
const TAIL_TERMS = 200;

function density(x: number): number {
  return exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
}

/** x + x^3/3 + x^5/(3 5) + ... until it no longer grows. */
function series(x: number): number {
  let term = x;
  let sum = x;
  for (let k = 3; sum + term !== sum; k += 2) {
    term *= (x * x) / k;
    sum += term;
  }
  return sum;
}

/** x + 1/(x + 2/(x + 3/(x + ...))), the density over the upper tail. */
function tailFraction(x: number): number {
  let value = x;
  for (let k = TAIL_TERMS; k > 0; k--) value = x + k / value;
  return value;
}

function polynomial(coefficients: ReadonlyArray<number>, x: number): number {
  return coefficients.reduceRight((sum, coefficient) => sum * x + coefficient, 0);
}

const CENTRE_ABOVE = [
  3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946, 45921.95393154987,
  67265.7709270087, 33430.57558358813, 2509.0809287301227,
];
const CENTRE_BELOW = [
  1, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271,
  28729.085735721943, 5226.495278852854,
];
const TAIL_ABOVE = [
  1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045, 1.2704582524523684,
  0.2417807251774506, 0.022723844989269184, 0.0007745450142783414,
];
const TAIL_BELOW = [
  1, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008, 0.015198666563616457,
  0.0005475938084995345, 1.0507500716444169e-9,
];
const FAR_ABOVE = [
  6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487, 0.026532189526576124,
  0.0012426609473880784, 0.000027115555687434876, 2.0103343992922881e-7,
];
const FAR_BELOW = [
  1, 0.599832206555888, 0.1369298809227358, 0.014875361290850615, 0.0007868691311456133,
  0.000018463183175100548, 1.421511758316446e-7, 2.0442631033899397e-15,
];
