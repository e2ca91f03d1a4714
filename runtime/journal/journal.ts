import { FileSystem } from "@effect/platform";
import { Effect } from "effect";
import { OutputError } from "../../plugins/contract/mod.ts";
import { cannotWrite } from "./_faults.ts";
import { writeNow } from "./_write_now.ts";
import { type Entry, headOf } from "./entry.ts";
import { encodeEntry } from "./line.ts";
import { type JournalReader, journalReader, scanned } from "./reader.ts";

/** A journal that grows. What stood in it unanswered when it was opened stands for nothing: it is asked again. */
export interface Journal extends JournalReader {
  /** Appends a line, whole; the operating system has it when this is done. */
  readonly put: (entry: Entry) => Effect.Effect<void, OutputError>;
  /** Fails where its file is not in its place any more: what was removed cannot be gone on with. */
  readonly standing: Effect.Effect<void, OutputError>;
}

const FLUSH_EVERY = "1 second";

/**
 * Opens a journal to go on with it, or starts one; a torn last line is cut. Every line is handed to the operating
 * system as it comes, so that a killed process loses none, and is on the disk within a second. After a line that could
 * not be written nothing more is.
 */
export const openJournal = Effect.fn("journal.open")(function* (path: string) {
  const fs = yield* FileSystem.FileSystem;
  const failed = cannotWrite(path);
  const file = yield* Effect.mapError(fs.open(path, { flag: "a" }), failed);
  const found = yield* scanned(path);
  if (found.scan.torn !== null) yield* Effect.mapError(fs.truncate(path, found.scan.bytes), failed);
  found.places.forgetUnanswered();
  const grown = { ...found, scan: { ...found.scan } };
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
  const append = (entry: Entry): Effect.Effect<void, OutputError> =>
    Effect.suspend(() => {
      if (broken !== null) return Effect.fail(broken);
      const line = encodeEntry(entry);
      // Written and noted in one step: between two of them another fiber may write.
      const fault = writeNow(file, line);
      if (fault !== null) return breakDown(failed(fault));
      note(entry, line);
      return Effect.void;
    });
  const standing = Effect.flatMap(
    Effect.orElseSucceed(fs.exists(path), () => true),
    (exists) => (exists ? Effect.void : breakDown(removed(path))),
  );
  const flush = Effect.suspend(() => {
    if (!isDirty || broken !== null) return Effect.void;
    isDirty = false;
    const synced = Effect.catchAll(file.sync, (error) => breakDown(failed(error)));
    return Effect.ignore(Effect.zipRight(synced, standing));
  });
  yield* Effect.addFinalizer(() => flush);
  yield* Effect.forkScoped(Effect.forever(Effect.delay(flush, FLUSH_EVERY)));
  const journal: Journal = {
    ...(yield* journalReader(grown)),
    put: (entry) => Effect.uninterruptible(append(entry)),
    standing,
  };
  return journal;
});

/** Appending to a file without a name would succeed, for nothing. */
function removed(path: string): OutputError {
  return new OutputError({ message: `Cannot go on: "${path}" was removed while the run was writing it` });
}
