/** Something a run has written, or why there is none of it. */
export type Written<A> =
  | { readonly ok: true; readonly value: A }
  | { readonly ok: false; readonly reason: string };
