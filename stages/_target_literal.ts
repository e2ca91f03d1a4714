import { placeOf } from "./_json_scan.ts";

const PLAIN = /"target_direction"[ \t]*:[ \t]*-?[01](?:\.0{1,15})?[ \t]*[,}]/;
const NUMBER = /-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?/y;

/**
 * The target direction of a row as its text writes it where that is not exactly -1, 0 or 1 but rounds to it, such as
 * 0.99999999999999999; null where all is well.
 */
export function roundedTarget(text: string): string | null {
  if (PLAIN.test(text)) return null;
  NUMBER.lastIndex = placeOf(text, ["target_direction"]);
  const [literal = "", whole = "", fraction = "", exponent = "0"] = NUMBER.exec(text) ?? [];
  return isZeroOrOne(whole + fraction, Number(exponent) - fraction.length) ? null : literal;
}

/** Whether digits x 10^exponent is 0 or 1. */
function isZeroOrOne(digits: string, exponent: number): boolean {
  const [, significant = "", zeros = ""] = /^0*(.*?)(0*)$/.exec(digits) ?? [];
  return significant === "" || (significant === "1" && exponent + zeros.length === 0);
}
