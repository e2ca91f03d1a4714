import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FileSystem } from "@effect/platform";
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem";
import { describe, it } from "@effect/vitest";
import { Context, Effect, Layer, type Scope } from "effect";
import { expect } from "vitest";
import { encodeEntry } from "../../../runtime/journal/line.ts";
import { type Entry, openJournal, readJournal } from "../../../runtime/journal/mod.ts";
import { folder } from "../../support/cli.ts";
import { answerEntry, failureEntry, keyOf } from "./_entries.ts";

const newFile = () => join(folder(), "answers.jsonl");

function fileOf(...entries: ReadonlyArray<Entry>): string {
  const file = newFile();
  writeFileSync(file, Buffer.concat(entries.map(encodeEntry)));
  return file;
}

function onDisk<A, E>(effect: Effect.Effect<A, E, FileSystem.FileSystem | Scope.Scope>) {
  return Effect.provide(Effect.scoped(effect), NodeFileSystem.layer);
}

/** A file system that has room for what it holds and nothing more. */
const fullDisk = Layer.map(NodeFileSystem.layer, (context) => {
  const fs = Context.get(context, FileSystem.FileSystem);
  const open: typeof fs.open = (path, options) =>
    fs.open(options?.flag === "a" ? "/dev/full" : path, options);
  return Context.make(FileSystem.FileSystem, { ...fs, open });
});

describe("openJournal()", () => {
  it.effect("gives back what was put, before and after it was closed", () => {
    const file = newFile();
    const entries = [answerEntry(1), failureEntry(2), answerEntry(3)];
    return Effect.gen(function* () {
      yield* onDisk(
        Effect.gen(function* () {
          const journal = yield* openJournal(file);
          yield* Effect.forEach(entries, journal.put, { concurrency: "unbounded" });
          for (const { key, outcome } of entries) expect(yield* journal.get(key)).toStrictEqual(outcome);
          expect(yield* journal.get(keyOf(4))).toBeNull();
        }),
      );
      const journal = yield* readJournal(file);
      for (const { key, outcome } of entries) expect(yield* journal.get(key)).toStrictEqual(outcome);
    }).pipe(onDisk);
  });

  it.effect("has every line in the file when put is done", () => {
    const file = newFile();
    return Effect.gen(function* () {
      const journal = yield* openJournal(file);
      yield* journal.put(answerEntry(1));
      expect(readFileSync(file)).toEqual(encodeEntry(answerEntry(1)));
    }).pipe(onDisk);
  });

  // A fiber gives way to others after so many steps, wherever it is.
  it.effect(
    "writes whole lines, many at once, and knows where each stands, whatever steps were before it",
    () => {
      const file = newFile();
      const entries = Array.from({ length: 1000 }, (_, i) => failureEntry(i, "x".repeat(i % 50)));
      const steps = (left: number): Effect.Effect<void> =>
        left === 0 ? Effect.void : Effect.suspend(() => steps(left - 1));
      return Effect.gen(function* () {
        const journal = yield* openJournal(file);
        yield* Effect.forEach(
          entries,
          (entry, i) => Effect.zipRight(steps(1985 + (i % 64)), journal.put(entry)),
          {
            concurrency: 64,
          },
        );
        const { lines, sha256 } = yield* journal.summary;
        const bytes = readFileSync(file);
        expect([lines, sha256]).toEqual([entries.length, createHash("sha256").update(bytes).digest("hex")]);
        expect(
          bytes
            .toString("utf8")
            .trimEnd()
            .split("\n")
            .map((line) => JSON.parse(line).key)
            .toSorted(),
        ).toEqual(entries.map(({ key }) => key).toSorted());
        for (const { key, outcome } of entries) expect(yield* journal.get(key)).toEqual(outcome);
      }).pipe(onDisk);
    },
  );

  it.effect("lets failures of earlier sessions stand for nothing, but those of this one stand", () => {
    const file = fileOf(failureEntry(1), answerEntry(2));
    return Effect.gen(function* () {
      const journal = yield* openJournal(file);
      expect([journal.answered(keyOf(1)), journal.answered(keyOf(2))]).toEqual([null, true]);
      yield* journal.put(failureEntry(1, "again"));
      expect(yield* journal.get(keyOf(1))).toEqual({ _tag: "Failed", reason: "error", detail: "again" });
    }).pipe(onDisk);
  });

  it.effect("cuts a tail torn at any byte, says so and keeps the rest", () => {
    const whole = encodeEntry(answerEntry(1));
    const last = encodeEntry(failureEntry(2));
    const file = newFile();
    return Effect.forEach(last.subarray(1), (_, cut) => {
      writeFileSync(file, Buffer.concat([whole, last.subarray(0, cut + 1)]));
      return Effect.gen(function* () {
        const journal = yield* openJournal(file);
        expect(journal.torn).toBe(`"${file}" line 2 does not count: it has no end`);
        expect(readFileSync(file)).toEqual(whole);
      }).pipe(onDisk);
    });
  });

  it.effect("goes on behind a tail that was cut", () => {
    const file = newFile();
    writeFileSync(
      file,
      Buffer.concat([encodeEntry(answerEntry(1)), encodeEntry(answerEntry(2)).subarray(0, 50)]),
    );
    return Effect.gen(function* () {
      const journal = yield* openJournal(file);
      yield* journal.put(answerEntry(3));
      expect(readFileSync(file)).toEqual(Buffer.concat([answerEntry(1), answerEntry(3)].map(encodeEntry)));
    }).pipe(onDisk);
  });

  it.effect("cuts a last line whose checksum does not hold", () => {
    const file = fileOf(answerEntry(1), answerEntry(2));
    const bytes = readFileSync(file);
    bytes[bytes.length - 40] = 0;
    writeFileSync(file, bytes);
    return Effect.gen(function* () {
      const journal = yield* openJournal(file);
      expect(journal.torn).toContain("its checksum does not hold");
      expect(journal.answered(keyOf(2))).toBeNull();
      expect((yield* journal.summary).lines).toBe(1);
    }).pipe(onDisk);
  });

  it.effect("names an unsound line in the middle, and opens without it", () => {
    const file = fileOf(answerEntry(1), answerEntry(2), answerEntry(3));
    const lines = readFileSync(file, "utf8").split("\n");
    const broken = lines.with(1, (lines[1] ?? "").replace("Direction: 1", "Direction: 0"));
    writeFileSync(file, broken.join("\n"));
    return Effect.gen(function* () {
      const error = yield* Effect.flip(Effect.scoped(openJournal(file)));
      expect(error.message).toBe(
        `Cannot use "${file}" line 2: its checksum does not hold; without that line its question would be asked again`,
      );
      writeFileSync(file, lines.toSpliced(1, 1).join("\n"));
      const journal = yield* openJournal(file);
      expect([1, 2, 3].map((n) => journal.answered(keyOf(n)))).toEqual([true, null, true]);
    }).pipe(onDisk);
  });

  it.effect("sums up the file as it stands", () => {
    const file = fileOf(answerEntry(1));
    return Effect.gen(function* () {
      const journal = yield* openJournal(file);
      yield* journal.put(failureEntry(2));
      const bytes = readFileSync(file);
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      expect(yield* journal.summary).toEqual({ lines: 2, bytes: bytes.length, sha256 });
    }).pipe(onDisk);
  });

  it.effect("counts what was spent, not what was never sent", () => {
    const file = fileOf(answerEntry(1), failureEntry(2), failureEntry(3, "throttled", 0), answerEntry(4));
    return Effect.gen(function* () {
      const { spent } = yield* openJournal(file);
      expect(spent.requests).toBe(3);
      expect([...spent.perModel]).toEqual([["lab/one", { input: 20, output: 4 }]]);
    }).pipe(onDisk);
  });

  it.effect("tells of a device that is full, keeps what it had and takes nothing more", () => {
    const file = fileOf(answerEntry(1));
    return Effect.gen(function* () {
      const journal = yield* openJournal(file);
      const error = yield* Effect.flip(journal.put(answerEntry(2)));
      expect(error.message).toBe(`Cannot write "${file}": no space is left on the device`);
      expect(yield* Effect.flip(journal.put(answerEntry(3)))).toBe(error);
      expect([1, 2, 3].map((n) => journal.answered(keyOf(n)))).toEqual([true, null, null]);
      expect(readFileSync(file)).toEqual(encodeEntry(answerEntry(1)));
    }).pipe(Effect.scoped, Effect.provide(fullDisk));
  });
});

describe("readJournal()", () => {
  it.effect("lets the last outcome of a key stand", () => {
    const file = fileOf(failureEntry(1), failureEntry(2), answerEntry(1), failureEntry(2, "later"));
    return Effect.gen(function* () {
      const journal = yield* readJournal(file);
      expect((yield* journal.get(keyOf(1)))?._tag).toBe("Answered");
      expect(yield* journal.get(keyOf(2))).toEqual({ _tag: "Failed", reason: "error", detail: "later" });
    }).pipe(onDisk);
  });

  it.effect("reads half a character at the end as a torn line, not as text", () => {
    const file = newFile();
    writeFileSync(file, Buffer.from("eyJrIjoxLCJ0Ijoi5Lg=", "base64"));
    return Effect.gen(function* () {
      const journal = yield* readJournal(file);
      expect(journal.torn).toContain("line 1");
      expect((yield* journal.summary).lines).toBe(0);
    }).pipe(onDisk);
  });
});
