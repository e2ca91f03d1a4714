import { Effect, Layer } from "effect";
import { type AskError, OutputError, Progress, type WrittenFile } from "../plugins/contract/mod.ts";
import { AnswerStore } from "./answers/mod.ts";
import { type Beginning, claimDirectory, type WrittenFiles } from "./directory/mod.ts";
import type { Journal } from "./journal/mod.ts";

/** A run directory that this process holds. */
export interface Claimed {
  readonly path: string;
  readonly journal: Journal;
  readonly written: WrittenFiles;
}

/** The run directory of a session. */
export interface Session {
  /** Takes the directory, once; it is given back when the run's scope closes. */
  readonly take: Effect.Effect<Claimed, AskError>;
  /** What was taken, or null. */
  readonly taken: () => Claimed | null;
  /** Fails where it was taken and has been removed since. */
  readonly standing: Effect.Effect<void, OutputError>;
  /** Its path, for what is written into it; it still stands. */
  readonly directory: Effect.Effect<string, OutputError>;
  /** Notes a file that has been written into it. */
  readonly note: (file: WrittenFile) => Effect.Effect<void, OutputError>;
  /** Takes out of it what earlier sessions wrote and this one did not. */
  readonly tidy: Effect.Effect<void, AskError>;
  /** Its journal, for what is asked. */
  readonly store: Layer.Layer<AnswerStore>;
}

type Needs = Effect.Effect.Context<ReturnType<typeof claimDirectory>>;

/** @param begin What the directory is taken for, told when it is taken. */
export const makeSession = Effect.fn("session")(function* (begin: Effect.Effect<Beginning>) {
  const { warn } = yield* Progress;
  const context = yield* Effect.context<Needs>();
  let taken: Claimed | null = null;
  const claim = Effect.gen(function* () {
    const claimed: Claimed = yield* claimDirectory(yield* begin);
    const { torn } = claimed.journal;
    if (torn !== null) yield* warn(`${torn}; it is cut, and its question is asked again`);
    taken = claimed;
    return claimed;
  });
  const take: Session["take"] = yield* Effect.cached(Effect.provide(claim, context));
  const toWrite = Effect.mapError(take, ({ message }) => new OutputError({ message }));
  const session: Session = {
    take,
    taken: () => taken,
    standing: Effect.suspend(() => taken?.journal.standing ?? Effect.void),
    directory: Effect.flatMap(toWrite, ({ path, journal }) => Effect.as(journal.standing, path)),
    note: (file) => Effect.flatMap(toWrite, ({ written }) => written.note(file)),
    tidy: Effect.gen(function* () {
      const { written } = yield* take;
      yield* Effect.forEach(yield* written.tidy, (name) => warn(`"${name}" ${LEFT}`));
    }),
    store: Layer.succeed(AnswerStore, { open: Effect.map(take, ({ journal }) => journal) }),
  };
  return session;
});

const LEFT =
  "was written before the run went on and has changed since; it is left, and is no file of the run";
