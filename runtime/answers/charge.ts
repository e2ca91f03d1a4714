import type { Answer, ProviderError } from "../../plugins/contract/mod.ts";
import type { Charge } from "../journal/mod.ts";

const NOTHING: Charge = { input: 0, output: 0 };

/** What an answer is charged with: what the endpoint counted, or the most it may have taken. */
export function chargeOfAnswer({ usage }: Answer, most: Charge): Charge {
  return usage === null ? most : { input: usage.promptTokens, output: usage.completionTokens };
}

/** A failure is charged with the most it may have taken where the server may have worked all the same. */
export function chargeOfFailure({ reason }: ProviderError, most: Charge): Charge {
  return reason === "timeout" || reason === "transport" || reason === "malformed" ? most : NOTHING;
}
