import { log1p } from "./elementary.ts";

/** Buckets of the hashed grams. */
export const GRAM_BUCKETS = 512;

const SHORTEST = 3;
const LONGEST = 5;
const OFFSET_BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

/**
 * The 32-bit FNV-1a hash of a text in UTF-8 (Fowler, Noll & Vo; RFC 9923).
 *
 * @example
 * ```ts
import assert from "node:assert/strict";
 * import { fnv1a32 } from "recall-guard/math";
 *
 * assert.equal(fnv1a32("a"), 0xe40c292c);
 * ```
 */
export function fnv1a32(text: string): number {
  const bytes = new TextEncoder().encode(text);
  return extend(OFFSET_BASIS, bytes, 0, bytes.length) >>> 0;
}

/**
 * A text's character 3- to 5-grams, hashed by {@link fnv1a32} into 512 buckets: log(1 + count), scaled to length 1.
 *
 * @returns shape (512); zeros for a text of fewer than three characters.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { fnv1a32, hashedGrams } from "recall-guard/math";
 *
 * const grams = hashedGrams("abc");
 * assert.equal(grams[fnv1a32("abc") % 512], 1);
 * ```
 */
export function hashedGrams(text: string): Float64Array {
  const counts = new Float64Array(GRAM_BUCKETS);
  const bytes = new TextEncoder().encode(text);
  const starts = Uint32Array.from(bytes.keys()).filter((at) => !isContinuation(bytes[at]!));
  for (let i = 0; i + SHORTEST <= starts.length; i++) {
    let hash = OFFSET_BASIS;
    const end = Math.min(i + LONGEST, starts.length);
    for (let j = i; j < end; j++) {
      hash = extend(hash, bytes, starts[j]!, starts[j + 1] ?? bytes.length);
      if (j - i >= SHORTEST - 1) counts[(hash >>> 0) % GRAM_BUCKETS]!++;
    }
  }
  return unit(counts.map(log1p));
}

/** Whether a byte of UTF-8 is not the first of its character. */
function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

function extend(hash: number, bytes: Uint8Array, from: number, to: number): number {
  let extended = hash;
  for (let i = from; i < to; i++) extended = Math.imul(extended ^ bytes[i]!, PRIME);
  return extended;
}

function unit(values: Float64Array): Float64Array {
  let squares = 0;
  for (const value of values) squares += value * value;
  return squares === 0 ? values : values.map((value) => value / Math.sqrt(squares));
}
