import type { Known } from "../contract/mod.ts";

/** A block of numbers, or one that says why there are none. */
export function block<A>(known: Known<A>, of: (value: A) => object): object {
  return known.ok ? { ...of(known.value), reason: null } : { reason: known.reason };
}

/** A number or bound under its own name, and why there is none beside it. */
export function named<A>(name: string, known: Known<A>): object {
  return known.ok ? { [name]: known.value } : { [name]: null, [`${name}_reason`]: known.reason };
}
