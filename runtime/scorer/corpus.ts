import { Chunk, Effect, Stream } from "effect";
import type { PromptSet } from "../../plugins/contract/mod.ts";
import { promptHash } from "./guarded_score.ts";

/** Prompts to calibrate on, as texts or as a corpus that was loaded. */
export type Corpus = ReadonlyArray<string> | PromptSet;

/** A corpus as the stages take it. */
export function promptSet(corpus: Corpus): PromptSet {
  if (!isTexts(corpus)) return corpus;
  return {
    size: corpus.length,
    date: () => null,
    promptHash: (row) => promptHash(corpus[row] ?? ""),
    prompts: Stream.fromIterable(corpus),
  };
}

/** All prompts of a corpus with their dates. */
export const readCorpus = Effect.fn("scorer.readCorpus")(function* (corpus: PromptSet) {
  const prompts = Chunk.toReadonlyArray(yield* Stream.runCollect(corpus.prompts));
  return { prompts, dates: prompts.map((_, row) => corpus.date(row)) };
});

function isTexts(corpus: Corpus): corpus is ReadonlyArray<string> {
  return Array.isArray(corpus);
}
