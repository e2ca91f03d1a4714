import { FileSystem } from "@effect/platform";
import { Effect, Either, Option } from "effect";
import { JournalError, type Outcome } from "../../plugins/contract/mod.ts";
import { cannotRead } from "./_faults.ts";
import { journalPlaces, type Place, type Places } from "./_places.ts";
import { recentOutcomes } from "./_recent_outcomes.ts";
import { type Scan, scanJournal } from "./_scan.ts";
import { decodeEntry } from "./line.ts";
import { type Spending, type Spent, spending } from "./spending.ts";

/** A file of answers: what it says of each request. */
export interface JournalReader {
  /** The outcome that stands for a key, or null; read from the file, but for a few that were read lately. */
  readonly get: (key: string) => Effect.Effect<Outcome | null, JournalError>;
  /** Whether that is an answer, or null where there is none. */
  readonly answered: (key: string) => boolean | null;
  /** Over all its lines. */
  readonly spent: Spent;
  /** What to know of a last line that does not count, in words; null where every line does. */
  readonly torn: string | null;
  readonly summary: Effect.Effect<JournalSummary>;
}

/** What a manifest tells of a journal. */
export interface JournalSummary {
  readonly lines: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** A journal's file and what was found in it. */
export interface ScannedJournal {
  readonly path: string;
  readonly scan: Scan;
  readonly places: Places;
  readonly spent: Spending;
}

/** A journal that nobody writes to; the last outcome of every key stands. */
export const readJournal = Effect.fn("journal.read")(function* (path: string) {
  return yield* journalReader(yield* scanned(path));
});

export const scanned = Effect.fn("journal.scanned")(function* (path: string) {
  const fs = yield* FileSystem.FileSystem;
  const places = journalPlaces();
  const spent = spending();
  const scan = yield* scanJournal(fs, path, ({ head, ...place }) => {
    places.add(head.key, head.answered, place);
    spent.add(head);
  });
  return { path, scan, places, spent } satisfies ScannedJournal;
});

export const journalReader = Effect.fn("journal.reader")(function* (journal: ScannedJournal) {
  const { path, scan, places, spent } = journal;
  const fs = yield* FileSystem.FileSystem;
  const file = yield* Effect.mapError(fs.open(path, { flag: "r" }), cannotRead(path));
  const turn = yield* Effect.makeSemaphore(1);
  const read = (key: string, place: Place) =>
    turn
      .withPermits(1)(readAt(file, place))
      .pipe(
        Effect.mapError(cannotRead(path)),
        Effect.map(decodeEntry),
        Effect.flatMap((entry) =>
          Either.isRight(entry) && entry.right.key === key
            ? Effect.succeed(entry.right.outcome)
            : new JournalError({
                message: `Cannot go on with "${path}": it changed since it was opened`,
                line: null,
              }),
        ),
      );
  const recent = recentOutcomes();
  const reader: JournalReader = {
    get: (key) => {
      const place = places.find(key);
      if (place === null) return Effect.succeed(null);
      const known = recent.get(place);
      if (known !== null) return Effect.succeed(known);
      return Effect.tap(read(key, place), (outcome) => recent.add(place, outcome));
    },
    answered: places.answered,
    spent,
    torn: scan.torn === null ? null : `"${path}" line ${scan.lines + 1} does not count: ${scan.torn}`,
    summary: Effect.sync(() => {
      return { lines: scan.lines, bytes: scan.bytes, sha256: scan.hash.copy().digest("hex") };
    }),
  };
  return reader;
});

const readAt = Effect.fnUntraced(function* (file: FileSystem.File, { offset, length }: Place) {
  yield* file.seek(FileSystem.Size(offset), "start");
  const parts: Array<Uint8Array> = [];
  for (let left = length; left > 0; ) {
    const part = yield* file.readAlloc(FileSystem.Size(left));
    if (Option.isNone(part)) break;
    parts.push(part.value);
    left -= part.value.length;
  }
  return Buffer.concat(parts);
});
