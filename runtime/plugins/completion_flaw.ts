import {
  type Field,
  field,
  flaw,
  isMapping,
  isNumberOrNull,
  isObject,
  isString,
  isTextOrNull,
} from "./_fields.ts";

const isCount = (value: unknown) => Number.isInteger(value) && Number(value) >= 0;

const COMPLETION: ReadonlyArray<Field> = [
  { name: "text", holds: isString, expected: "a text" },
  { name: "finishReason", holds: isTextOrNull, expected: "a text or null" },
  { name: "tokens", holds: (value) => value === null || Array.isArray(value), expected: "a list or null" },
  {
    name: "usage",
    holds: (value) =>
      value === null || ["promptTokens", "completionTokens"].every((name) => isCount(field(value, name))),
    expected: "whole numbers promptTokens and completionTokens, or null",
  },
  { name: "reported", holds: isReported, expected: "an object with model, temperature and fingerprint" },
  {
    name: "announced",
    holds: (value) => value === undefined || isMapping(value, isString),
    expected: "a mapping of texts, or nothing",
  },
];

const TOKEN: ReadonlyArray<Field> = [
  { name: "token", holds: isString, expected: "a text" },
  { name: "logprob", holds: isNumberOrNull, expected: "a number or null" },
];
const SAMPLED: ReadonlyArray<Field> = [
  ...TOKEN,
  { name: "top", holds: Array.isArray, expected: "a list of alternatives" },
];

/** Why an answer is no completion, such as `expected a text as its "text"`; null where it is one. */
export function completionFlaw(answer: unknown): string | null {
  if (!isObject(answer)) return "it gave no completion";
  const found = flaw(answer, COMPLETION);
  if (found !== undefined) return `expected ${found.expected} as its "${found.name}"`;
  const tokens = field(answer, "tokens");
  if (!Array.isArray(tokens)) return null;
  for (const [at, token] of tokens.entries()) {
    const wrong = flaw(token, SAMPLED) ?? alternativeFlaw(field(token, "top"));
    if (wrong !== undefined) return `expected ${wrong.expected} as "${wrong.name}" of token ${at + 1}`;
  }
  return null;
}

function alternativeFlaw(top: unknown): Field | undefined {
  for (const one of Array.isArray(top) ? top : []) {
    const wrong = flaw(one, TOKEN);
    if (wrong !== undefined) return { ...wrong, name: `top[].${wrong.name}` };
  }
  return undefined;
}

function isReported(value: unknown): boolean {
  return (
    isTextOrNull(field(value, "model")) &&
    isNumberOrNull(field(value, "temperature")) &&
    isTextOrNull(field(value, "fingerprint"))
  );
}
