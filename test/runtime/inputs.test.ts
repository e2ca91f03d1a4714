import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FileSystem, Path } from "@effect/platform";
import { SystemError } from "@effect/platform/Error";
import { NodeContext } from "@effect/platform-node";
import { it } from "@effect/vitest";
import { Effect, Layer, Stream } from "effect";
import { afterEach, beforeEach, describe, expect } from "vitest";
import { Inputs, Schema } from "../../plugins/contract/mod.ts";
import { inputsLayer, makeInputLog, placesBeside } from "../../runtime/inputs.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "recall-guard-inputs-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const opened = Effect.gen(function* () {
  const log = yield* makeInputLog;
  const inputs = yield* Effect.provide(Inputs, Layer.provide(inputsLayer(folder, log), NodeContext.layer));
  return { inputs, log };
});
const textOf = (bytes: Stream.Stream<Uint8Array, unknown>) =>
  Effect.map(Stream.runCollect(bytes), (pieces) => Buffer.concat([...pieces]).toString("utf8"));

describe("inputsLayer()", () => {
  it.effect("reads a file relative to the config and remembers its size and sha256", () =>
    Effect.gen(function* () {
      mkdirSync(join(folder, "data"));
      writeFileSync(join(folder, "data", "a.jsonl"), "abc");
      const { inputs, log } = yield* opened;
      const file = yield* inputs.open("data/a.jsonl");

      expect(yield* textOf(file.bytes)).toBe("abc");
      expect(yield* log.all).toEqual([
        {
          name: "data/a.jsonl",
          bytes: 3,
          sha256: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        },
      ]);
    }),
  );

  it.effect("remembers nothing of a file that was not read to its end", () =>
    Effect.gen(function* () {
      writeFileSync(join(folder, "a.jsonl"), "abc".repeat(100_000));
      const { inputs, log } = yield* opened;
      const file = yield* inputs.open("a.jsonl");
      yield* Stream.runDrain(Stream.take(file.bytes, 1));

      expect(yield* log.all).toEqual([]);
    }),
  );

  it.effect("reads a part of a file, as far as there is one", () =>
    Effect.gen(function* () {
      writeFileSync(join(folder, "a.jsonl"), "0123456789");
      const { inputs } = yield* opened;
      const { slice } = yield* inputs.open("a.jsonl");

      expect(Buffer.from(yield* slice(3, 4)).toString()).toBe("3456");
      expect(Buffer.from(yield* slice(8, 40)).toString()).toBe("89");
      expect((yield* slice(50, 3)).length).toBe(0);
    }),
  );

  it.effect("follows a link", () =>
    Effect.gen(function* () {
      writeFileSync(join(folder, "a.jsonl"), "abc");
      symlinkSync(join(folder, "a.jsonl"), join(folder, "link.jsonl"));
      const { inputs } = yield* opened;

      expect(yield* textOf((yield* inputs.open("link.jsonl")).bytes)).toBe("abc");
    }),
  );

  it.effect("says why a file cannot be read", () =>
    Effect.gen(function* () {
      mkdirSync(join(folder, "data"));
      const { inputs } = yield* opened;
      const why = (name: string) => Effect.map(Effect.flip(inputs.open(name)), ({ message }) => message);

      expect(yield* why("gone.jsonl")).toBe(`Cannot read "${folder}/gone.jsonl": there is no such file`);
      expect(yield* why("data")).toBe(`Cannot read "${folder}/data": it is no file but a directory`);
    }),
  );

  it.effect("refuses what cannot be read twice", () =>
    Effect.gen(function* () {
      execFileSync("mkfifo", [join(folder, "rows.jsonl")]);
      const { inputs } = yield* opened;
      const why = (name: string) => Effect.map(Effect.flip(inputs.open(name)), ({ message }) => message);

      expect(yield* why("rows.jsonl")).toBe(`Cannot read "${folder}/rows.jsonl": it is no file but a pipe`);
      expect(yield* why("/dev/null")).toBe('Cannot read "/dev/null": it is no file but a device');
    }),
  );

  it.effect("says that a file may not be read, when it is found and when it is read", () =>
    Effect.gen(function* () {
      const file = join(folder, "rows.jsonl");
      writeFileSync(file, "");
      const denied = new SystemError({ reason: "PermissionDenied", module: "FileSystem", method: "open" });
      const info = yield* Effect.provide(
        Effect.flatMap(FileSystem.FileSystem, (fs) => fs.stat(file)),
        NodeContext.layer,
      );
      const messages = yield* Effect.forEach([true, false], (isHidden) => {
        const files = FileSystem.layerNoop({
          stat: () => (isHidden ? Effect.fail(denied) : Effect.succeed(info)),
          stream: () => Stream.fail(denied),
        });
        return Effect.gen(function* () {
          const log = yield* makeInputLog;
          const layer = inputsLayer(folder, log).pipe(Layer.provide(Layer.merge(files, Path.layer)));
          const inputs = yield* Effect.provide(Inputs, layer);
          const read = Effect.flatMap(inputs.open("rows.jsonl"), ({ bytes }) => Stream.runDrain(bytes));
          return (yield* Effect.flip(read)).message;
        });
      });

      expect(messages).toEqual(Array(2).fill(`Cannot read "${folder}/rows.jsonl": permission denied`));
    }),
  );

  it.effect("decodes YAML and names every mistake with its place", () =>
    Effect.gen(function* () {
      writeFileSync(join(folder, "good.yaml"), "a: 1\n");
      writeFileSync(join(folder, "bad.yaml"), "a: x\nc: 2\n");
      writeFileSync(join(folder, "worse.yaml"), "a: 1\na: 2\n");
      writeFileSync(join(folder, "bytes.yaml"), Uint8Array.of(0x61, 0xff));
      const { inputs } = yield* opened;
      const schema = Schema.Struct({ a: Schema.Int });
      const why = (name: string) =>
        Effect.map(Effect.flip(inputs.yaml(name, schema)), ({ message }) => message);

      expect(yield* inputs.yaml("good.yaml", schema)).toEqual({ a: 1 });
      expect((yield* why("bad.yaml")).split("\n").toSorted()).toEqual([
        `${folder}/bad.yaml:1:4: a: expected a whole number, got "x"`,
        `${folder}/bad.yaml:2:1: unknown key "c"; known keys: a`,
      ]);
      expect(yield* why("worse.yaml")).toBe(
        `${folder}/worse.yaml:2:1: Cannot read the YAML: the same key stands here a second time`,
      );
      expect(yield* why("bytes.yaml")).toBe(`Cannot read "${folder}/bytes.yaml": it is not UTF-8`);
    }),
  );
});

describe("placesBeside()", () => {
  it.effect.each([
    ["studies/a.yaml", "eval.jsonl", "studies/eval.jsonl"],
    ["studies/a.yaml", "../data/eval.jsonl", "data/eval.jsonl"],
    ["a.yaml", "./eval.jsonl", "eval.jsonl"],
    ["/home/me/a.yaml", "eval.jsonl", "/home/me/eval.jsonl"],
    ["studies/a.yaml", "/data/eval.jsonl", "/data/eval.jsonl"],
  ] as ReadonlyArray<readonly [string, string, string]>)(
    "%j names %j by a path that opens from the working directory",
    ([config, input, place]) =>
      Effect.gen(function* () {
        const placeOf = yield* placesBeside(config);

        expect(placeOf(input)).toBe(place);
      }).pipe(Effect.provide(Path.layer)),
  );
});
