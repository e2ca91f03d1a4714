import type { Concession } from "../../contract/mod.ts";
import { allowedAlternatives } from "./_cap.ts";
import { at, listAt, parseBody, textAt } from "./_json.ts";
import { serverWords } from "./_server_words.ts";

/** The parameter that a rejection is about, and how the server would take the request. */
export interface Refusal {
  readonly parameter: string | null;
  readonly concession: Concession | null;
}

/** What a request names beside model and messages; longer names first, since one holds another. */
const PARAMETERS = ["top_logprobs", "logprobs", "max_tokens", "temperature"] as const;
type Parameter = (typeof PARAMETERS)[number];

/**
 * Reads a rejection: the parameter stands in a field of its own, or else in the server's words.
 *
 * @param topLogprobs Alternatives that were asked for.
 */
export function readRefusal(body: string, topLogprobs: number): Refusal {
  const value = parseBody(body);
  const words = serverWords(body);
  const parameter = refusedParameter(value, words);
  return {
    parameter,
    concession: parameter === null ? null : concessionOf(parameter, { value, words, topLogprobs }),
  };
}

function refusedParameter(value: unknown, words: string): Parameter | null {
  const error = at(Array.isArray(value) ? value[0] : value, "error");
  const named = textAt(error, "param") ?? textAt(listAt(value, "detail")?.[0], "param") ?? located(value);
  const isNamed = named !== null && /^\w+$/.test(named);
  if (isNamed) return PARAMETERS.find((name) => name === named) ?? null;
  return PARAMETERS.find((name) => words.toLowerCase().includes(name)) ?? null;
}

function located(value: unknown): string | null {
  const last = listAt(listAt(value, "detail")?.[0], "loc")?.at(-1);
  return typeof last === "string" ? last : null;
}

interface Said {
  readonly value: unknown;
  readonly words: string;
  readonly topLogprobs: number;
}

const LENGTH = /\b(?:too (?:large|long|big|high)|exceeds?|at most|maximum|less than|greater than)\b/i;

function concessionOf(parameter: Parameter, { value, words, topLogprobs }: Said): Concession | null {
  switch (parameter) {
    case "temperature":
      return { parameter, instead: null };
    case "max_tokens":
      if (/\bcontext\b/i.test(words)) return null;
      return words.includes("max_completion_tokens") || !LENGTH.test(words)
        ? { parameter, instead: "max_completion_tokens" }
        : null;
    default: {
      const cap = allowedAlternatives(words, value, topLogprobs);
      return cap === null ? null : { parameter: "top_logprobs", instead: cap };
    }
  }
}
