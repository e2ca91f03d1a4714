import { createHash } from "node:crypto";

/** A source of uniform numbers in [0, 1), in steps of 2^-32. */
export type Random = () => number;

/** Draws thrown away after seeding, until every bit of the state has reached every other. */
const WARM_UP = 15;

/**
 * A generator of its own for one label of one run: sfc32 (Doty-Humphrey, PractRand 2010), its 128 bits of state
 * the first 16 bytes of sha256(`seed|label`), read as big-endian words.
 *
 * @param seed The run's seed, a safe integer.
 * @param label What the draws are for, such as `bootstrap/raw/<model>`.
 * @throws {RangeError} if the seed is no safe integer.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { random } from "recall-guard/math";
 *
 * assert.equal(random(0, "split")(), random(0, "split")());
 * assert.notEqual(random(0, "split")(), random(0, "bootstrap")());
 * ```
 */
export function random(seed: number, label: string): Random {
  if (!Number.isSafeInteger(seed))
    throw new RangeError(`Cannot seed a generator: expected an integer, got ${seed}`);
  const digest = createHash("sha256").update(`${seed}|${label}`, "utf8").digest();
  const next = sfc32(
    digest.readUInt32BE(0),
    digest.readUInt32BE(4),
    digest.readUInt32BE(8),
    digest.readUInt32BE(12),
  );
  for (let i = 0; i < WARM_UP; i++) next();
  return next;
}

/**
 * A uniform integer in [0, n), as floor(u n).
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { integer } from "recall-guard/math";
 *
 * assert.equal(integer(() => 0.75, 8), 6);
 * ```
 */
export function integer(random: Random, n: number): number {
  return Math.floor(random() * n);
}

/**
 * Puts `items` into a random order, in place (Fisher-Yates from the end), and returns it.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { random, shuffle } from "recall-guard/math";
 *
 * const rows = shuffle(Uint32Array.of(0, 1, 2, 3), random(0, "rows"));
 * assert.deepEqual(rows.toSorted(), Uint32Array.of(0, 1, 2, 3));
 * ```
 */
export function shuffle<A extends Shuffled>(items: A, random: Random): A {
  const writable: Shuffled = items;
  for (let i = items.length - 1; i > 0; i--) {
    const j = integer(random, i + 1);
    const held = writable[i];
    writable[i] = writable[j];
    writable[j] = held;
  }
  return items;
}

interface Shuffled {
  readonly length: number;
  [index: number]: unknown;
}

function sfc32(a: number, b: number, c: number, counter: number): Random {
  return () => {
    const drawn = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + drawn) | 0;
    return (drawn >>> 0) / 4294967296;
  };
}
