import type { Outcome } from "../../plugins/contract/mod.ts";

/** A draw that was never sent: the budget was used up. */
export const UNSENT = { ok: false, reason: "budget", isLost: false } as const;

/** A request that brought no answer is named by its way; only what was lost there counts as lost. */
export function lostDraw({ reason }: Extract<Outcome, { readonly _tag: "Failed" }>) {
  return {
    ok: false,
    reason: reason === "timeout" ? "timeout" : "transport",
    isLost: reason === "timeout" || reason === "error",
  } as const;
}
