import { FileSystem } from "@effect/platform";
import { Deferred, Effect, type Exit, FiberId } from "effect";
import { OutputError } from "../../plugins/contract/mod.ts";
import { cannotWrite } from "./_faults.ts";
import { type Entry, headOf } from "./entry.ts";
import { encodeEntry } from "./line.ts";
import { type JournalReader, journalReader, scanned } from "./reader.ts";

/** A journal that grows. What stood in it unanswered when it was opened stands for nothing: it is asked again. */
export interface Journal extends JournalReader {
  /** Appends a line, whole; the operating system has it when this is done. */
  readonly put: (entry: Entry) => Effect.Effect<void, OutputError>;
}

/** A line that is not in the file yet. */
interface Waiting {
  readonly entry: Entry;
  readonly line: Uint8Array;
  readonly done: Deferred.Deferred<void, OutputError>;
}

const FLUSH_EVERY = "1 second";

/**
 * Opens a journal to go on with it, or starts one; a torn last line is cut. Every line is handed to the operating
 * system as it comes, with those that come meanwhile, so that a killed process loses none, and is on the disk within a
 * second. After a line that could not be written nothing more is.
 */
export const openJournal = Effect.fn("journal.open")(function* (path: string) {
  const fs = yield* FileSystem.FileSystem;
  const failed = cannotWrite(path);
  const file = yield* Effect.mapError(fs.open(path, { flag: "a" }), failed);
  const found = yield* scanned(path);
  if (found.scan.torn !== null) yield* Effect.mapError(fs.truncate(path, found.scan.bytes), failed);
  found.places.forgetUnanswered();
  const grown = { ...found, scan: { ...found.scan } };
  let isWriting = false;
  const waiting: Array<Waiting> = [];
  let broken: OutputError | null = null;
  let isDirty = false;

  const breakDown = (error: OutputError) => {
    broken = error;
    // A part of a line may have been written.
    return Effect.zipRight(Effect.ignore(fs.truncate(path, grown.scan.bytes)), Effect.fail(error));
  };
  const note = (entry: Entry, line: Uint8Array) => {
    const { scan, places, spent } = grown;
    const head = headOf(entry);
    places.add(head.key, head.answered, { offset: scan.bytes, length: line.length - 1 });
    spent.add(head);
    scan.hash.update(line);
    scan.lines++;
    scan.bytes += line.length;
    isDirty = true;
  };
  const write = (batch: ReadonlyArray<Waiting>): Effect.Effect<void, OutputError> =>
    Effect.matchEffect(file.writeAll(Buffer.concat(batch.map(({ line }) => line))), {
      // There may be room for some of them.
      onFailure: (error) =>
        batch.length === 1
          ? breakDown(failed(error))
          : Effect.zipRight(
              Effect.ignore(fs.truncate(path, grown.scan.bytes)),
              Effect.forEach(batch, (one) => write([one]), { discard: true }),
            ),
      onSuccess: () =>
        Effect.sync(() => {
          for (const { entry, line } of batch) note(entry, line);
        }),
    });
  /** While one line is being written others come; they are written together, in one call. */
  const writeOut: Effect.Effect<void> = Effect.suspend(() => {
    const batch = waiting.splice(0);
    if (batch.length === 0) {
      isWriting = false;
      return Effect.void;
    }
    const written = broken === null ? write(batch) : Effect.fail(broken);
    const tell = (exit: Exit.Exit<void, OutputError>) =>
      Effect.forEach(batch, ({ done }) => Deferred.done(done, exit), { discard: true });
    return Effect.zipRight(Effect.flatMap(Effect.exit(written), tell), writeOut);
  });
  const append = (entry: Entry) =>
    Effect.suspend(() => {
      if (broken !== null) return Effect.fail(broken);
      const done = Deferred.unsafeMake<void, OutputError>(FiberId.none);
      waiting.push({ entry, line: encodeEntry(entry), done });
      if (isWriting) return Deferred.await(done);
      isWriting = true;
      return Effect.zipRight(writeOut, Deferred.await(done));
    });
  const flush = Effect.suspend(() => {
    if (!isDirty || broken !== null) return Effect.void;
    isDirty = false;
    return Effect.zipRight(
      Effect.catchAll(file.sync, (error) => Effect.ignore(breakDown(failed(error)))),
      Effect.flatMap(
        Effect.orElseSucceed(fs.exists(path), () => true),
        (exists) =>
          Effect.sync(() => {
            if (!exists) broken ??= removed(path);
          }),
      ),
    );
  });
  yield* Effect.addFinalizer(() => flush);
  yield* Effect.forkScoped(Effect.forever(Effect.delay(flush, FLUSH_EVERY)));
  const journal: Journal = {
    ...(yield* journalReader(grown)),
    put: (entry) => Effect.uninterruptible(append(entry)),
  };
  return journal;
});

/** Appending to a file without a name would succeed, for nothing. */
function removed(path: string): OutputError {
  return new OutputError({ message: `Cannot go on: "${path}" was removed while the run was writing it` });
}
