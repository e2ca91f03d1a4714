import { type Completion, CredentialError, ProviderError } from "../../contract/mod.ts";
import { firstChoice, readCompletion } from "./_completion.ts";
import { announcedLimits, type Headers } from "./_headers.ts";
import { at, numberAt, parseBody, textAt } from "./_json.ts";
import { quotaOf } from "./_quota.ts";
import { readRefusal } from "./_refusal.ts";
import { retryAfter } from "./_retry_after.ts";
import { oneLine, serverWords, wordsIn } from "./_server_words.ts";

/** What a server replied; `body` is null where it was longer than is read. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string | null;
}

/** Who was asked for what, with what key, and when the reply came, in milliseconds since 1970. */
export interface Asked {
  readonly host: string;
  readonly keyName: string | null;
  readonly topLogprobs: number;
  readonly now: number;
}

/** Statuses after which the same request may succeed. */
const RETRYABLE = [408, 425, 429, 500, 502, 503, 504];

/** Statuses that may be about a parameter. */
const OF_PARAMETERS = [400, 404, 422];

/** One reply as one typed outcome. */
export function readReply(reply: Reply, asked: Asked): Completion | ProviderError | CredentialError {
  const { status, headers, body } = reply;
  if (body === null) return malformed("it is longer than can be an answer");
  if (status === 401) return rejectedKey(body, asked);
  if (status < 200 || status > 299) return rejected({ status, headers, body }, asked);
  const value = parseBody(body);
  if (value === undefined) return malformed(notJson(body));
  const completion = readCompletion(value);
  const error = at(value, "error") ?? at(firstChoice(value), "error") ?? undefined;
  if (error !== undefined && (completion === null || saysSomething(error)))
    return errorInside(error, { headers, body }, asked);
  if (completion === null) {
    // Some servers write an error without a word for it.
    return wordsIn(Object(value)) === null
      ? malformed("it has no choice with a message")
      : errorInside(value, { headers, body }, asked);
  }
  const announced = announcedLimits(headers);
  return announced === undefined ? completion : { ...completion, announced };
}

function notJson(body: string): string {
  if (body.trim() === "") return "it is no JSON but empty";
  if (/^\s*(?:data|event):/.test(body)) return "it is a stream of events, which was not asked for";
  return `it is no JSON but ${serverWords(body)}`;
}

/** Beside an answer, an error that is empty in one way or another is none. */
function saysSomething(error: unknown): boolean {
  return error === true || wordsIn(error) !== null || statusIn(error) !== null;
}

function rejectedKey(body: string, { host, keyName }: Asked): CredentialError {
  const said = `HTTP 401: ${serverWords(body)}`;
  return new CredentialError({
    message:
      keyName === null
        ? `Cannot ask ${host}: it wants a key (${said}); name its environment variable in api_key_env`
        : `Cannot ask ${host}: it rejected the key in ${keyName} (${said})`,
  });
}

type Read = Reply & { readonly body: string };

function rejected(reply: Read, { keyName, topLogprobs, now }: Asked): ProviderError {
  const { status, body } = reply;
  const withKey = status === 403 && keyName !== null ? ` with the key in ${keyName}` : "";
  const isAboutRequest = OF_PARAMETERS.includes(status);
  const said = elsewhere(reply) ?? serverWords(body);
  const { parameter, concession } = isAboutRequest ? readRefusal(body, topLogprobs) : NO_REFUSAL;
  return new ProviderError({
    ...lateness(reply, now),
    message: `HTTP ${status}${withKey}: ${said}`,
    refusedParameter: parameter,
    concession,
  });
}

/** Where a server sends on to, which is not followed. */
function elsewhere({ status, headers }: Read): string | null {
  const { location } = headers;
  if (status < 300 || status > 399 || location === undefined) return null;
  return `it sends on to ${oneLine(location)}, where prompts are not sent unless base_url says so`;
}

const NO_REFUSAL = { parameter: null, concession: null };

/** Whether, and when, a request that got this reply may be sent again. */
function lateness(reply: Read, now: number) {
  const { status } = reply;
  const retryAfterMs = retryAfter(reply, now);
  const quota = status === 429 ? quotaOf(reply, retryAfterMs) : "no";
  const isPutOff = status === 503 && retryAfterMs !== null;
  const reason: ProviderError["reason"] = isPutOff ? "throttled" : reasonOf(status);
  return {
    reason: quota === "no" ? reason : ("quota" as const),
    retryable: RETRYABLE.includes(status) && quota !== "spent",
    retryAfterMs: quota === "spent" ? null : retryAfterMs,
  };
}

function reasonOf(status: number): ProviderError["reason"] {
  if (status === 402) return "quota";
  if (status === 403) return "forbidden";
  if (status === 429) return "throttled";
  if (status === 408 || status === 504) return "timeout";
  return status >= 500 ? "transport" : "refused";
}

/** Gateways pass an error on under status 200; a status in it counts, but never against the key. */
function errorInside(error: unknown, reply: Omit<Read, "status">, { now }: Asked): ProviderError {
  const status = statusIn(error);
  const words = oneLine(wordsIn(error) ?? "nothing is said why");
  const inner = lateness({ ...reply, status: status ?? 0 }, now);
  return new ProviderError({
    ...inner,
    reason: inner.retryable || status === 429 ? inner.reason : "refused",
    message: `HTTP 200 with an error${status === null ? "" : ` ${status}`}: ${words}`,
    refusedParameter: null,
  });
}

function statusIn(error: unknown): number | null {
  const written = textAt(error, "code") ?? "";
  const named = /^[45]\d\d$/.test(written) ? Number(written) : null;
  return numberAt(error, "code") ?? numberAt(error, "status") ?? named;
}

function malformed(why: string): ProviderError {
  return new ProviderError({
    reason: "malformed",
    message: `the reply cannot be read: ${why}`,
    retryable: false,
    retryAfterMs: null,
    refusedParameter: null,
  });
}
