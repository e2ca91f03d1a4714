import { readFileSync } from "node:fs";

/** A case as it was handed over: an input, and the results that are right. */
export interface Case<Input, Accept> {
  readonly id: string;
  readonly kind: string;
  readonly fact: string;
  readonly input: Input;
  readonly expected: {
    readonly accept: ReadonlyArray<Accept>;
    readonly preferred: number;
  };
}

/** The cases in a file of `test/cases`. */
export function casesIn<Input extends { readonly type: string }, Accept>(
  name: string,
): ReadonlyArray<Case<Input, Accept>> {
  const text = readFileSync(new URL(`../cases/${name}`, import.meta.url), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}
