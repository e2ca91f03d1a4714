/** coefficient * 10^exponent, not negative. */
export interface Decimal {
  readonly coefficient: bigint;
  readonly exponent: number;
}

/** Significant digits of a result, as in the General Decimal Arithmetic default context. */
const DIGITS = 28;

/** The shortest decimal that reads back as `value`, a finite number that is not negative. */
export function decimalOf(value: number): Decimal {
  const [digits = "", exponent = ""] = value.toExponential().split("e");
  const fraction = digits.split(".")[1] ?? "";
  return { coefficient: BigInt(digits.replace(".", "")), exponent: Number(exponent) - fraction.length };
}

/** The number nearest to a decimal. */
export function numberOf({ coefficient, exponent }: Decimal): number {
  return Number(`${coefficient}e${exponent}`);
}

/** a / b to 28 significant digits, halves to even. */
export function quotient(a: Decimal, b: Decimal): Decimal {
  const shift = Math.max(0, DIGITS + 1 + digitsOf(b.coefficient) - digitsOf(a.coefficient));
  const scaled = a.coefficient * 10n ** BigInt(shift);
  const whole = scaled / b.coefficient;
  // One digit more says whether the exact quotient lies above what was cut.
  const sticky = scaled % b.coefficient === 0n ? 0n : 1n;
  return rounded({ coefficient: whole * 10n + sticky, exponent: a.exponent - b.exponent - shift - 1 });
}

/** a * b to 28 significant digits, halves to even. */
export function product(a: Decimal, b: Decimal): Decimal {
  return rounded({ coefficient: a.coefficient * b.coefficient, exponent: a.exponent + b.exponent });
}

/** The nearest integer, halves up; null if it has more than 28 digits. */
export function nearestInteger({ coefficient, exponent }: Decimal): Decimal | null {
  const whole =
    exponent >= 0
      ? coefficient * 10n ** BigInt(exponent)
      : (coefficient * 2n + 10n ** BigInt(-exponent)) / (2n * 10n ** BigInt(-exponent));
  return digitsOf(whole) > DIGITS ? null : { coefficient: whole, exponent: 0 };
}

function rounded({ coefficient, exponent }: Decimal): Decimal {
  const excess = digitsOf(coefficient) - DIGITS;
  if (excess <= 0) return { coefficient, exponent };
  const unit = 10n ** BigInt(excess);
  const [whole, rest] = [coefficient / unit, coefficient % unit];
  const isUp = rest * 2n > unit || (rest * 2n === unit && whole % 2n === 1n);
  return { coefficient: isUp ? whole + 1n : whole, exponent: exponent + excess };
}

function digitsOf(coefficient: bigint): number {
  return coefficient.toString().length;
}
