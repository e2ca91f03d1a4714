import { readFileSync } from "node:fs";

/** One entry of a golden file; the first one is its header. */
export interface GoldenCase<Input, Expected> {
  readonly name: string;
  readonly input: Input;
  readonly expected: Expected;
}

/** The cases of `test/golden/<name>.json` without its header; "NaN" and "±Infinity" become numbers. */
export function golden<Input, Expected>(name: string): ReadonlyArray<GoldenCase<Input, Expected>> {
  return (read(name) as ReadonlyArray<GoldenCase<Input, Expected>>).slice(1);
}

/** One vector of `test/golden/method.json`. */
export function vector<Vector>(name: string): Vector {
  return (read("method") as Readonly<Record<string, Vector>>)[name]!;
}

/** Whether a golden case expects the reference to raise. */
export function raises(expected: unknown): expected is { readonly error: string } {
  return typeof expected === "object" && expected !== null && "error" in expected;
}

/** |actual - expected| over max(1e-300, |expected|); 0 for equal values, non-finite ones included. */
export function relativeError(actual: number, expected: number): number {
  if (actual === expected || (Number.isNaN(actual) && Number.isNaN(expected))) return 0;
  return Math.abs(actual - expected) / Math.max(1e-300, Math.abs(expected));
}

const NON_FINITE: Readonly<Record<string, number>> = {
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
  "-Infinity": Number.NEGATIVE_INFINITY,
};

function read(name: string): unknown {
  const text = readFileSync(new URL(`../../golden/${name}.json`, import.meta.url), "utf8");
  return JSON.parse(text, (_, value) => (typeof value === "string" ? (NON_FINITE[value] ?? value) : value));
}
