import type { PuttingOff } from "./_retry_after.ts";
import { errorCode, serverWords } from "./_server_words.ts";

/** Whether a 429 is about what the account may use at all, rather than about speed. */
export type Quota = "spent" | "perhaps" | "no";

const CODES =
  /^(?:insufficient_quota|insufficient_(?:credits|balance|funds)|billing_(?:hard_limit_reached|not_active)|quota_exceeded|credits?_exhausted)$/i;
const WORDS =
  /\b(?:insufficient (?:quota|credits?|balance|funds)|plan and billing|out of credits?|balance)\b/i;
const LIMIT_OF_NONE = /\blimit: ?0(?![\d.])/i;
const LIMIT = /(?:^|-)rate-?limit-limit(?:-|$)/;

/**
 * Reads a 429: headers first, then the server's words. A limit of 0 is spent whatever else is said; a code or words
 * about money are, unless the server names a time to come back, which makes them doubtful.
 *
 * @param waitMs How long the server asks to wait, or null.
 */
export function quotaOf({ headers, body }: PuttingOff, waitMs: number | null): Quota {
  if (headers["x-should-retry"]?.trim().toLowerCase() === "false") return "spent";
  const limits = Object.entries(headers).filter(([name]) => LIMIT.test(name));
  if (limits.some(([, value]) => /^\s*0+\s*$/.test(value))) return "spent";
  const words = serverWords(body);
  if (LIMIT_OF_NONE.test(words)) return "spent";
  if (!CODES.test(errorCode(body) ?? "") && !WORDS.test(words)) return "no";
  return waitMs === null ? "spent" : "perhaps";
}
