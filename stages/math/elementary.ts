/**
 * The exponential function and its kin in plain arithmetic. Every engine adds, multiplies and divides to the same bit,
 * but each has its own `Math.exp` and `Math.log`, and they differ in the last: a run would not replay on another version
 * of Node. All mathematics here goes through these.
 */

const LN2 = Math.LN2;
/** The first 32 bits of ln 2, so that a whole multiple of it below 2^20 is exact, and the rest. */
const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;

const OVERFLOW = 709.782712893384;
const UNDERFLOW = -745.1332191019412;

// 1/n!
const E2 = 1 / 2;
const E3 = 1 / 6;
const E4 = 1 / 24;
const E5 = 1 / 120;
const E6 = 1 / 720;
const E7 = 1 / 5040;
const E8 = 1 / 40_320;
const E9 = 1 / 362_880;
const E10 = 1 / 3_628_800;
const E11 = 1 / 39_916_800;
const E12 = 1 / 479_001_600;
const E13 = 1 / 6_227_020_800;
const E14 = 1 / 87_178_291_200;

// 2/(2n + 1)
const L1 = 2 / 3;
const L2 = 2 / 5;
const L3 = 2 / 7;
const L4 = 2 / 9;
const L5 = 2 / 11;
const L6 = 2 / 13;
const L7 = 2 / 15;
const L8 = 2 / 17;
const L9 = 2 / 19;
const L10 = 2 / 21;
const L11 = 2 / 23;

/** e^x, to one unit in the last place. */
export function exp(x: number): number {
  if (!(x <= OVERFLOW)) return x > 0 ? Number.POSITIVE_INFINITY : x;
  if (x < UNDERFLOW) return 0;
  const k = Math.round(x / LN2);
  const high = x - k * LN2_HIGH;
  const low = k * LN2_LOW;
  const r = high - low;
  // Written out: a loop over coefficients takes twice the time, and features take an exponential for each alternative.
  const upper = ((((E14 * r + E13) * r + E12) * r + E11) * r + E10) * r + E9;
  const series = ((((((upper * r + E8) * r + E7) * r + E6) * r + E5) * r + E4) * r + E3) * r + E2;
  const tail = series * r * r;
  return scaled(1 + (high + (tail - low)), k);
}

/** The natural logarithm of x, to one unit in the last place; NaN below 0. */
export function log(x: number): number {
  if (!(x > 0) || x === Number.POSITIVE_INFINITY)
    return x === 0 ? Number.NEGATIVE_INFINITY : x > 0 ? x : Number.NaN;
  const shift = x < SMALLEST_NORMAL ? 54 : 0;
  number[0] = shift === 0 ? x : x * TWO_54;
  const high = bits[1]!;
  // The mantissa lies between the square roots of 1/2 and 2.
  const isUpper = (high & MANTISSA) > ROOT_TWO;
  const k = (high >>> 20) - (isUpper ? 1022 : 1023) - shift;
  bits[1] = (high & MANTISSA) | (isUpper ? HALF : ONE);
  const f = number[0] - 1;
  const s = f / (2 + f);
  const square = s * s;
  const upper = ((((square * L11 + L10) * square + L9) * square + L8) * square + L7) * square + L6;
  const series =
    (((((upper * square + L5) * square + L4) * square + L3) * square + L2) * square + L1) * square;
  const half = (f * f) / 2;
  return k * LN2_HIGH - (half - (s * (half + series) + k * LN2_LOW) - f);
}

/** log(1 + x), precise where x is small (Higham 2002, section 1.14.1). */
export function log1p(x: number): number {
  const u = 1 + x;
  if (u === 1 || u === Number.POSITIVE_INFINITY) return x;
  return (log(u) * x) / (u - 1);
}

/** e^x - 1, precise where x is small (Higham 2002, section 1.14.1). */
export function expm1(x: number): number {
  const u = exp(x);
  if (u === 1) return x;
  if (u - 1 === -1) return -1;
  return u === Number.POSITIVE_INFINITY ? u : ((u - 1) * x) / log(u);
}

/** x to the power of y, for x of at least 0. */
export function power(x: number, y: number): number {
  return y === 0 ? 1 : exp(y * log(x));
}

/** x * x: engines disagree on the last bit of `x ** 2`. */
export function square(x: number): number {
  return x * x;
}

/** The square root of a^2 + b^2. */
export function hypotenuse(a: number, b: number): number {
  return Math.sqrt(a * a + b * b);
}

const number = new Float64Array(1);
/** The number's bits, the low half first: every machine that runs this is little-endian. */
const bits = new Uint32Array(number.buffer);
/** The smallest number that keeps all its bits. */
const SMALLEST_NORMAL = 2.2250738585072014e-308;
const TWO_54 = 18_014_398_509_481_984;

/** Of the high half: the mantissa's bits, those of the square root of 2, and the exponents of 1/2 and 1. */
const MANTISSA = 0xf_ff_ff;
const ROOT_TWO = 0x6_a0_9e;
const HALF = 1022 << 20;
const ONE = 1023 << 20;

/** value * 2^k, rounded once. */
function scaled(value: number, k: number): number {
  if (k > 1023) return value * 2 * twoTo(k - 1);
  return k < -1021 ? (value * twoTo(k + 54)) / TWO_54 : value * twoTo(k);
}

function twoTo(k: number): number {
  bits[0] = 0;
  bits[1] = (k + 1023) << 20;
  return number[0]!;
}
