import { Context, Effect, Layer } from "effect";
import type { AskError, JournalError, Outcome, OutputError } from "../../plugins/contract/mod.ts";
import { type Entry, headOf, type Spent, spending } from "../journal/mod.ts";

/** Where outcomes are kept: what stands there is not asked again. */
export interface Store {
  readonly get: (key: string) => Effect.Effect<Outcome | null, JournalError>;
  readonly put: (entry: Entry) => Effect.Effect<void, OutputError>;
  /** Over all that it holds. */
  readonly spent: Spent;
}

/** The store of a run; it is opened before the first question is sent, and not earlier. */
export class AnswerStore extends Context.Tag("recall-guard/AnswerStore")<
  AnswerStore,
  { readonly open: Effect.Effect<Store, AskError> }
>() {}

/** Keeps outcomes as long as the process lives. */
export const memoryStore = Layer.sync(AnswerStore, () => {
  const kept = new Map<string, Outcome>();
  const spent = spending();
  const store: Store = {
    get: (key) => Effect.sync(() => kept.get(key) ?? null),
    put: (entry) =>
      Effect.sync(() => {
        kept.set(entry.key, entry.outcome);
        spent.add(headOf(entry));
      }),
    spent,
  };
  return { open: Effect.succeed(store) };
});
