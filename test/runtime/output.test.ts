import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NodeContext } from "@effect/platform-node";
import { it } from "@effect/vitest";
import { Effect, Either, Stream } from "effect";
import { afterEach, beforeEach, describe, expect } from "vitest";
import { makeRunFiles } from "../../runtime/output.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "recall-guard-output-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const files = Effect.provide(
  Effect.suspend(() => makeRunFiles(Effect.succeed(folder))),
  NodeContext.layer,
);

describe("makeRunFiles()", () => {
  it.effect("writes a file whole, with its sha256", () =>
    Effect.gen(function* () {
      const { write, written } = yield* files;
      const file = yield* write("a.txt", Stream.make("a", "b", "c"));

      expect(file).toEqual({
        name: "a.txt",
        path: join(folder, "a.txt"),
        sha256: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
      });
      expect(readFileSync(file.path, "utf8")).toBe("abc");
      expect(yield* written).toEqual([file]);
    }),
  );

  it.effect("writes an empty file and one of many pieces", () =>
    Effect.gen(function* () {
      const { write } = yield* files;
      const empty = yield* write("empty.txt", Stream.empty);
      const long = yield* write(
        "long.txt",
        Stream.map(Stream.range(1, 2000), (n) => `${n}é\n`),
      );

      expect(readFileSync(empty.path, "utf8")).toBe("");
      expect(readFileSync(long.path, "utf8").split("\n")).toHaveLength(2001);
    }),
  );

  it.effect.each([
    ["fails", Stream.fail("gone")],
    ["crashes", Stream.die("gone")],
  ] as ReadonlyArray<readonly [string, Stream.Stream<string, string>]>)(
    "leaves nothing of a file whose content %s midway",
    ([, end]) =>
      Effect.gen(function* () {
        const { write, written } = yield* files;
        const pieces = Stream.map(Stream.range(1, 2000), (n) => `${n}\n`);
        const exit = yield* Effect.exit(write("a.txt", Stream.concat(pieces, end)));

        expect(exit._tag).toBe("Failure");
        expect(readdirSync(folder)).toEqual([]);
        expect(yield* written).toEqual([]);
      }),
  );

  it.effect("makes the folder of a file, once", () =>
    Effect.gen(function* () {
      const { write, written } = yield* files;
      yield* write("figures/a.svg", Stream.make("1"));
      yield* write("figures/b.svg", Stream.make("2"));

      expect(readdirSync(join(folder, "figures"))).toEqual(["a.svg", "b.svg"]);
      expect((yield* written).map(({ name }) => name)).toEqual(["figures/a.svg", "figures/b.svg"]);
    }),
  );

  it.effect("lets a file that failed be written after all", () =>
    Effect.gen(function* () {
      const { write } = yield* files;
      yield* Effect.either(write("a.txt", Stream.fail("gone")));
      const file = yield* write("a.txt", Stream.make("whole"));

      expect(readFileSync(file.path, "utf8")).toBe("whole");
    }),
  );

  it.effect("writes no file twice and keeps the first", () =>
    Effect.gen(function* () {
      const { write } = yield* files;
      const first = yield* write("a.txt", Stream.make("1"));
      const second = yield* Effect.either(write("a.txt", Stream.make("2")));

      expect(Either.getOrThrow(Either.flip(second)).message).toBe('Cannot write "a.txt" twice');
      expect(readFileSync(first.path, "utf8")).toBe("1");
    }),
  );

  it.effect("lets one of two writers at the same time have the name", () =>
    Effect.gen(function* () {
      const { write, written } = yield* files;
      const slowly = (text: string) =>
        Stream.mapEffect(Stream.make(text, text), (piece) => Effect.as(Effect.yieldNow(), piece));
      const both = yield* Effect.all(
        [write("a.txt", slowly("1")), write("a.txt", slowly("2"))].map(Effect.either),
        { concurrency: 2 },
      );

      expect(both.filter(Either.isRight)).toHaveLength(1);
      expect(yield* written).toHaveLength(1);
      expect(["11", "22"]).toContain(readFileSync(join(folder, "a.txt"), "utf8"));
      expect(readdirSync(folder)).toEqual(["a.txt"]);
    }),
  );

  it.effect.each([
    "",
    ".",
    "..",
    ".hidden",
    "a/b/c.txt",
    "a/",
    "/b.txt",
    "a/.b",
    "../up.txt",
    "a\\b",
    "c:d",
    "a\nb",
    "a\u0000b",
    "x".repeat(201),
  ])("refuses the name %j", (name) =>
    Effect.gen(function* () {
      const { write } = yield* files;
      const error = yield* Effect.flip(write(name, Stream.make("1")));

      expect(error.message).toBe(`Cannot write "${name}": expected a file name, in one folder at most`);
      expect(readdirSync(folder)).toEqual([]);
    }),
  );

  it.effect.each(["answers.jsonl", "config.yaml", "inputs/a.txt"])("keeps %s for the run", (name) =>
    Effect.gen(function* () {
      const { write } = yield* files;
      const error = yield* Effect.flip(write(name, Stream.make("1")));

      expect(error.message).toBe(`Cannot write "${name}": the run keeps a file of that name`);
    }),
  );

  it.effect("says why a file cannot be written", () =>
    Effect.gen(function* () {
      const gone = join(folder, "gone");
      const { write } = yield* Effect.provide(makeRunFiles(Effect.succeed(gone)), NodeContext.layer);
      const error = yield* Effect.flip(write("a.txt", Stream.make("1")));

      expect(error.message).toBe(`Cannot write "${join(gone, "a.txt")}": there is no such directory`);
    }),
  );
});
