/** Numbers, or why there are none. */
export type Known<A> =
  | { readonly ok: true; readonly value: A }
  | { readonly ok: false; readonly reason: string };
