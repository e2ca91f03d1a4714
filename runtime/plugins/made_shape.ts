import { Effect } from "effect";
import { type Field, field, flaw, isFunction, isMapping, isString, isText, isTexts } from "./_fields.ts";

const isPositive = (value: unknown) => Number.isInteger(value) && Number(value) >= 1;
const isWait = (value: unknown) =>
  value === undefined || (typeof value === "number" && value >= 0 && value < Number.POSITIVE_INFINITY);

const PROVIDER: ReadonlyArray<Field> = [
  { name: "identity", holds: isText, expected: "a text" },
  { name: "deterministic", holds: (value) => typeof value === "boolean", expected: "true or false" },
  { name: "concurrency", holds: isPositive, expected: "a whole number above 0" },
  { name: "minCallIntervalMs", holds: isWait, expected: "a number, 0 or more, or nothing" },
  { name: "known", holds: (value) => isMapping(value, isString), expected: "a mapping of models to texts" },
  {
    name: "models",
    holds: (value) => value === undefined || isTexts(value),
    expected: "a list of texts, or nothing",
  },
  { name: "complete", holds: isFunction, expected: "a function" },
];

/** Why what a provider's `make` gave is no provider; null where it is one. */
export function providerFlaw(made: unknown): string | null {
  return inWords(flaw(made, PROVIDER));
}

const GATE_SET: ReadonlyArray<Field> = [
  { name: "name", holds: isText, expected: "a text" },
  { name: "formula", holds: isString, expected: "a text" },
  {
    name: "thresholds",
    holds: (value) => isMapping(value, Number.isFinite),
    expected: "a mapping of names to numbers",
  },
  { name: "blocking", holds: isTexts, expected: "a list of texts" },
  { name: "judge", holds: isFunction, expected: "a function" },
  {
    name: "words",
    holds: (value) => ["passed", "besides", "reading"].every((name) => isString(field(value, name))),
    expected: 'a mapping of "passed", "besides" and "reading" to texts',
  },
];

/** Why what a gate set's `make` gave is no gate set; null where it is one. */
export function gateSetFlaw(made: unknown): string | null {
  return inWords(flaw(made, GATE_SET));
}

const WRITER: ReadonlyArray<Field> = ["files", "screen"].map((name) => {
  return { name, holds: (value) => value === undefined || isFunction(value), expected: "a function" };
});

/** Why what a report writer's `make` gave is no writer; null where it is one. */
export function writerFlaw(made: unknown): string | null {
  if (typeof made !== "object" || made === null || Effect.isEffect(made)) {
    return "make gave no object with files or screen";
  }
  const isIdle = WRITER.every(({ name }) => field(made, name) === undefined);
  return isIdle ? 'make gave an object with neither "files" nor "screen"' : inWords(flaw(made, WRITER));
}

function inWords(flaw: Field | undefined): string | null {
  return flaw === undefined ? null : `expected ${flaw.expected} as its "${flaw.name}"`;
}
