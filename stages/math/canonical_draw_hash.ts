import { createHash } from "node:crypto";
import { compareCodePoints } from "./_code_points.ts";

const DOMAIN = "recall_guard.draws.v1";

/**
 * A name for a set of draws that does not depend on their order: sha256 over the domain string and, in code-point order
 * of the contents, a zero byte and the UTF-8 bytes of each.
 *
 * @param contents The draws' texts, repeated ones included.
 * @returns 64 hexadecimal digits.
 * @throws {RangeError} if a text holds half a surrogate pair, which UTF-8 cannot spell.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { canonicalDrawHash } from "recall-guard/math";
 *
 * assert.equal(canonicalDrawHash(["up", "down"]), canonicalDrawHash(["down", "up"]));
 * assert.notEqual(canonicalDrawHash(["up"]), canonicalDrawHash(["up", "up"]));
 * ```
 */
export function canonicalDrawHash(contents: ReadonlyArray<string>): string {
  const bad = contents.findIndex((content) => /\p{Surrogate}/u.test(content));
  if (bad >= 0) throw new RangeError(`Cannot hash draw ${bad}: it holds half a surrogate pair`);
  const hash = createHash("sha256").update(DOMAIN, "utf8");
  for (const content of contents.toSorted(compareCodePoints)) hash.update(`\0${content}`, "utf8");
  return hash.digest("hex");
}
