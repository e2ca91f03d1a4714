import { createHash, type Hash } from "node:crypto";
import type { FileSystem } from "@effect/platform";
import { Effect, Either, Stream } from "effect";
import { JournalError } from "../../plugins/contract/mod.ts";
import { cannotRead } from "./_faults.ts";
import type { EntryHead } from "./entry.ts";
import { readHead } from "./line.ts";

/** A sound line: where it stands, without its line feed, and what its head says. */
export interface ScannedLine {
  readonly offset: number;
  readonly length: number;
  readonly head: EntryHead;
}

/** What a journal holds. */
export interface Scan {
  readonly lines: number;
  /** Length of the sound part, in bytes. */
  readonly bytes: number;
  /** sha256 of the sound part, not yet ended. */
  readonly hash: Hash;
  /** Why the last line does not count, in words; null where it does. */
  readonly torn: string | null;
}

const LF = 10;
const CHUNK = 1 << 20;

/** Reads a journal from its first byte to its last; only its last line may be unsound. */
export const scanJournal = Effect.fn("journal.scan")(function* (
  fs: FileSystem.FileSystem,
  path: string,
  onLine: (line: ScannedLine) => void,
) {
  const hash = createHash("sha256");
  let rest: Uint8Array = new Uint8Array(0);
  let lines = 0;
  let bytes = 0;
  let unsound: string | null = null;

  const take = (line: Uint8Array) => {
    if (unsound !== null) return unsoundLine(path, lines + 1, unsound);
    const head = readHead(line);
    if (Either.isLeft(head)) {
      unsound = head.left;
      return null;
    }
    onLine({ offset: bytes, length: line.length, head: head.right });
    hash.update(line).update("\n");
    lines++;
    bytes += line.length + 1;
    return null;
  };
  const takeAll = (chunk: Uint8Array) => {
    const all = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = all.indexOf(LF); end >= 0; end = all.indexOf(LF, start)) {
      const error = take(all.subarray(start, end));
      if (error !== null) return error;
      start = end + 1;
    }
    rest = all.slice(start);
    return Effect.void;
  };

  const chunks = Stream.mapError(fs.stream(path, { chunkSize: CHUNK }), cannotRead(path));
  yield* Stream.runForEach(chunks, takeAll);
  if (rest.length > 0 && unsound !== null) return yield* unsoundLine(path, lines + 1, unsound);
  const torn = rest.length > 0 ? "it has no end" : unsound;
  return { lines, bytes, hash, torn } satisfies Scan;
});

function unsoundLine(path: string, line: number, why: string): JournalError {
  const wayOut = "without that line its question would be asked again";
  return new JournalError({ message: `Cannot use "${path}" line ${line}: ${why}; ${wayOut}`, line });
}
