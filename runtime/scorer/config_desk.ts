import { FileSystem, Path } from "@effect/platform";
import { Effect, Layer } from "effect";
import { ConfigError, Issue, Progress, Provider } from "../../plugins/contract/mod.ts";
import { AnswerStore, type Asking, makeTerms, memoryStore, type Store } from "../answers/mod.ts";
import { headOf, openJournal, spending, takeLock } from "../journal/mod.ts";
import { makeFolders } from "../make_folders.ts";
import type { Desk } from "./desk.ts";

const JOURNAL = "answers.jsonl";

/** Files that only a run's directory holds: its journal is the run's. */
const OF_A_RUN = ["run.json", "manifest.json"];

/**
 * The desk of a command: the provider and the progress of its config, and answers kept in a journal, where one is
 * named, until the scope closes.
 *
 * @param journal A directory of its own, made where it is not there; null to keep nothing.
 */
export const configDesk = Effect.fn("scorer.configDesk")(function* (asking: Asking, journal: string | null) {
  const { warn } = yield* Progress;
  const provider = yield* Provider;
  const store = journal === null ? nothingKept : yield* kept(journal);
  return {
    provider,
    asking,
    store,
    keeps: journal !== null,
    warn,
    terms: yield* makeTerms(warn),
  } satisfies Desk;
});

/** Keeps answers while one command asks, for stages that ask the same. */
export const answersKept = Effect.fn("scorer.answersKept")((journal: string | null) =>
  journal === null ? Effect.succeed(memoryStore) : kept(journal),
);

const kept = Effect.fnUntraced(function* (directory: string) {
  const fs = yield* FileSystem.FileSystem;
  const path = yield* Path.Path;
  const { warn } = yield* Progress;
  yield* makeFolders(directory);
  for (const name of OF_A_RUN) yield* refuse(directory, fs.exists(path.join(directory, name)));
  yield* takeLock(directory);
  const journal = yield* openJournal(path.join(directory, JOURNAL));
  if (journal.torn !== null) yield* warn(`${journal.torn}; it is cut, and its question is asked again`);
  return Layer.succeed(AnswerStore, { open: Effect.succeed(journal) });
});

function refuse<E>(directory: string, exists: Effect.Effect<boolean, E>) {
  const says = `Cannot keep answers in "${directory}": it holds a run; name a directory of its own`;
  return Effect.if(
    Effect.orElseSucceed(exists, () => false),
    {
      onTrue: () => Effect.fail(new ConfigError({ issues: [new Issue({ at: "", says })] })),
      onFalse: () => Effect.void,
    },
  );
}

/** A stream of prompts may be long, and each is asked once. */
const nothingKept = Layer.sync(AnswerStore, () => {
  const spent = spending();
  const store: Store = {
    get: () => Effect.succeed(null),
    put: (entry) => Effect.sync(() => spent.add(headOf(entry))),
    spent,
  };
  return { open: Effect.succeed(store) };
});
