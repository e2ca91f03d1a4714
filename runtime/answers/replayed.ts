import { createHash } from "node:crypto";
import { Effect, Layer, Stream } from "effect";
import {
  Answers,
  type AskError,
  type CompletionRequest,
  type Outcome,
  type Question,
  ReplayMismatch,
  type SamplingParameters,
} from "../../plugins/contract/mod.ts";
import type { JournalReader } from "../journal/mod.ts";
import { keyIndex } from "../key_index.ts";
import { requestKey } from "./request_key.ts";
import type { Tally } from "./tally.ts";

/** A run's answers as its directory keeps them. */
export interface KeptAnswers {
  readonly journal: JournalReader;
  /** The identity of the provider that gave them. */
  readonly endpoint: string;
  readonly known: Readonly<Record<string, string>>;
  readonly sampling: SamplingParameters;
}

/** Answers read from the journal at once. */
const READ_AHEAD = 16;

/** `Answers` from a journal alone: nothing is sent. */
export const replayedAnswers = ({ journal, endpoint, known, sampling }: KeptAnswers, tally: Tally) =>
  Layer.sync(Answers, () => {
    const seen = keyIndex();
    const one = (question: Question): Effect.Effect<Outcome, AskError> => {
      const request = { draw: 0, ...sampling, ...question };
      const key = requestKey(endpoint, request);
      return Effect.flatMap(journal.get(key), (outcome) => {
        if (outcome === null) return Effect.fail(unanswered(request));
        const before = seen.size;
        seen.add(key);
        return Effect.as(seen.size > before ? tally.add(request.model, outcome) : Effect.void, outcome);
      });
    };
    return {
      one,
      endpoint,
      all: (questions) => Stream.mapEffect(questions, one, { concurrency: READ_AHEAD }),
      known: (model) => (Object.hasOwn(known, model) ? (known[model] ?? null) : null),
    };
  });

function unanswered({ model, prompt }: CompletionRequest): ReplayMismatch {
  const hash = createHash("sha256").update(prompt, "utf8").digest("hex").slice(0, 16);
  return new ReplayMismatch({
    message: `Cannot replay: the journal has no outcome of "${model}" for the prompt ${hash}, as it is asked now`,
  });
}
