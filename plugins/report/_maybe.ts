import { type Known, Schema } from "../contract/mod.ts";

/** A value, or null with the reason why there is none. */
export type Maybe<A> =
  | { readonly value: A; readonly reason: null }
  | { readonly value: null; readonly reason: string };

/** A finite number; JSON has no other. */
export const Real = Schema.Finite.annotations({
  jsonSchema: { type: "number" },
  title: "Number",
  description: "a number",
});

/** The schema of a value that may be undefined: null comes with a reason, and only null does. */
export function maybe<A, I>(schema: Schema.Schema<A, I>) {
  return Schema.Union(
    Schema.Struct({ value: schema, reason: Schema.Null }),
    Schema.Struct({ value: Schema.Null, reason: Schema.NonEmptyString }),
  );
}

export function there<A>(value: A): Maybe<A> {
  return { value, reason: null };
}

export function absent(reason: string): Maybe<never> {
  return { value: null, reason: reason === "" ? "not known" : reason };
}

/** What is known, as a part of a file. */
export function ofKnown<A, B>(known: Known<A>, of: (value: A) => B): Maybe<B> {
  return known.ok ? there(of(known.value)) : absent(known.reason);
}

/** A finite number, or why there is none. */
export function numberOr(value: number | null | undefined, reason: string): Maybe<number> {
  if (value === null || value === undefined) return absent(reason);
  return Number.isFinite(value) ? there(value) : absent(`it came out as ${value}`);
}

/** A value that is there or not. */
export function valueOr<A, B>(value: A | null, reason: string, of: (value: A) => B): Maybe<B> {
  return value === null ? absent(reason) : there(of(value));
}
