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

export type EntryKind = "answered" | "unmeasured" | "failed";

/** What stands at the head of every line. */
export interface EntryHead {
  readonly key: string;
  /** Whether it need not be asked again. */
  readonly answered: boolean;
  readonly model: string;
  readonly attempt: number;
  readonly ms: number;
  readonly charged: Charge;
}

/** What an entry's line has at its head. */
export function headOf(entry: Entry): EntryHead {
  const { key, model, attempt, ms, charged } = entry;
  return { key, answered: kindOf(entry) === "answered", model, attempt, ms, charged };
}

/**
 * What an entry is worth. A text without the log-probabilities that were asked for is `unmeasured`: it stands for its
 * run and is asked again by the next, by when the endpoint may have been told to give them.
 */
export function kindOf({ outcome, sampling }: Entry): EntryKind {
  if (outcome._tag === "Failed") return "failed";
  const isMeasured = sampling.topLogprobs === 0 || (outcome.answer.run?.tokens.length ?? 0) > 0;
  return isMeasured ? "answered" : "unmeasured";
}
