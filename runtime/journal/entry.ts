import type { Outcome } from "../../plugins/contract/mod.ts";

/** Tokens that an attempt is charged with: what the endpoint counted, or what was reserved where it may have counted. */
export interface Charge {
  readonly input: number;
  readonly output: number;
}

/** What came of one attempt at a request. */
export interface Entry {
  /** sha256 of the request, in hex. */
  readonly key: string;
  readonly model: string;
  readonly draw: number;
  /** The parameters as they were sent; the temperature is null where none was. */
  readonly sampling: {
    readonly temperature: number | null;
    readonly maxTokens: number;
    readonly topLogprobs: number;
  };
  /** 1 for the first attempt of a session; 0 where the failure came without sending. */
  readonly attempt: number;
  /** How long it took, in milliseconds. */
  readonly ms: number;
  readonly charged: Charge;
  readonly outcome: Outcome;
}

/** What stands at the head of every line. */
export interface EntryHead {
  readonly key: string;
  readonly answered: boolean;
  readonly model: string;
  readonly attempt: number;
  readonly ms: number;
  readonly charged: Charge;
}

/** What an entry's line has at its head. */
export function headOf({ key, model, attempt, ms, charged, outcome }: Entry): EntryHead {
  return { key, answered: outcome._tag === "Answered", model, attempt, ms, charged };
}
