import type { CompletionRequest } from "../../plugins/contract/mod.ts";
import type { Charge } from "../journal/mod.ts";

/** What a server's chat template adds to a prompt at most, in tokens. */
const TEMPLATE = 64;

/** Tokens that a request takes at most: no token of a byte-level vocabulary is shorter than a byte. */
export function mostTokens({ prompt, maxTokens }: CompletionRequest): Charge {
  return { input: Buffer.byteLength(prompt, "utf8") + TEMPLATE, output: maxTokens };
}

/** Tokens that a prompt takes by the rule of thumb of four characters a token. */
export function likelyTokens(prompt: string): number {
  return Math.ceil(prompt.length / 4);
}
