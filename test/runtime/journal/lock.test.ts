import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { NodeContext } from "@effect/platform-node";
import { describe, it } from "@effect/vitest";
import { Effect, Exit, Layer, Scope } from "effect";
import { expect } from "vitest";
import { Processes, type ProcessMark, takeLock } from "../../../runtime/journal/mod.ts";
import { folder } from "../../support/cli.ts";

const ME: ProcessMark = { pid: 100, host: "here", started: "boot/1" };
const OTHER: ProcessMark = { pid: 200, host: "here", started: "boot/2" };

function among(alive: ReadonlyArray<ProcessMark>, self = ME) {
  const isAlive = (mark: ProcessMark) =>
    Effect.succeed(alive.some(({ pid, started }) => pid === mark.pid && started === mark.started));
  return Layer.merge(NodeContext.layer, Layer.succeed(Processes, { self, isAlive }));
}

function locked(by: string): string {
  return folder({ ".lock": by });
}

describe("takeLock()", () => {
  it.effect("holds the directory until the scope closes", () => {
    const directory = folder();
    return Effect.gen(function* () {
      const scope = yield* Scope.make();
      yield* Scope.extend(takeLock(directory), scope);
      expect(readdirSync(directory)).toEqual([".lock"]);
      expect(JSON.parse(readFileSync(join(directory, ".lock"), "utf8"))).toEqual(ME);
      yield* Scope.close(scope, Exit.void);
      expect(readdirSync(directory)).toEqual([]);
    }).pipe(Effect.provide(among([ME])));
  });

  it.effect("respects a live process", () => {
    const directory = locked(JSON.stringify(OTHER));
    return Effect.gen(function* () {
      const error = yield* Effect.flip(Effect.scoped(takeLock(directory)));
      expect(error.message).toBe(`Cannot use "${directory}": another run (process 200) is under way in it`);
      expect(readdirSync(directory)).toEqual([".lock"]);
    }).pipe(Effect.provide(among([OTHER])));
  });

  it.effect("takes over the lock of a dead process, also where its number is another's now", () => {
    const directory = locked(JSON.stringify(OTHER));
    return Effect.gen(function* () {
      yield* takeLock(directory);
      expect(JSON.parse(readFileSync(join(directory, ".lock"), "utf8"))).toEqual(ME);
      expect(readdirSync(directory)).toEqual([".lock"]);
    }).pipe(Effect.scoped, Effect.provide(among([{ ...OTHER, started: "boot/9" }])));
  });

  it.effect("leaves the judgement of another machine's process to the reader", () => {
    const directory = locked(JSON.stringify({ ...OTHER, host: "there" }));
    return Effect.gen(function* () {
      const error = yield* Effect.flip(Effect.scoped(takeLock(directory)));
      expect(error.message).toContain(
        `process 200 on "there" holds it; remove "${join(directory, ".lock")}"`,
      );
    }).pipe(Effect.provide(among([])));
  });

  it.effect("names a lock that is none", () => {
    const directory = locked("");
    return Effect.gen(function* () {
      const error = yield* Effect.flip(Effect.scoped(takeLock(directory)));
      expect(error.message).toContain("is no lock of ours");
    }).pipe(Effect.provide(among([])));
  });

  it.effect("lets one of many win", () => {
    const directory = locked(JSON.stringify(OTHER));
    const marks = Array.from({ length: 8 }, (_, i) => ({ ...ME, pid: 300 + i }));
    const tries = marks.map((self) => Effect.provide(Effect.exit(takeLock(directory)), among(marks, self)));
    return Effect.gen(function* () {
      const exits = yield* Effect.all(tries, { concurrency: "unbounded" });
      expect(exits.filter(Exit.isSuccess)).toHaveLength(1);
      expect(existsSync(join(directory, ".lock"))).toBe(true);
    }).pipe(Effect.scoped);
  });

  it.effect("says why a directory cannot be locked", () => {
    const file = join(folder(), "file");
    writeFileSync(file, "");
    return Effect.gen(function* () {
      const error = yield* Effect.flip(Effect.scoped(takeLock(file)));
      expect(error._tag).toBe("OutputError");
    }).pipe(Effect.provide(among([])));
  });
});
