import { FileSystem, Path } from "@effect/platform";
import { Effect, Option } from "effect";
import { ConfigError, Issue, OutputError, Schema } from "../../plugins/contract/mod.ts";
import { reasonOf } from "../inputs.ts";
import { Processes, type ProcessMark } from "./processes.ts";

const LOCK = ".lock";

const Mark = Schema.parseJson(
  Schema.Struct({ pid: Schema.Number, host: Schema.String, started: Schema.NullOr(Schema.String) }),
);

/**
 * Keeps a directory to this process until the scope closes. The lock of a process that has died is taken over, that
 * of a live one is respected.
 */
export const takeLock = Effect.fn("lock.take")(function* (directory: string) {
  const fs = yield* FileSystem.FileSystem;
  const path = yield* Path.Path;
  const { self, isAlive } = yield* Processes;
  const lock = path.join(directory, LOCK);
  const own = path.join(directory, `${LOCK}-${self.pid}`);
  const text = Schema.encodeSync(Mark)(self);
  const refuse = (why: string) =>
    new ConfigError({ issues: [new Issue({ at: "", says: `Cannot use "${directory}": ${why}` })] });

  const claim = place(fs, { lock, own, text });
  const evict = Effect.gen(function* () {
    const found = yield* Effect.option(fs.readFileString(lock));
    if (Option.isNone(found)) return;
    const mark = Option.getOrNull(Schema.decodeOption(Mark)(found.value));
    if (mark === null) return yield* refuse(`"${lock}" is no lock of ours; remove it if no run is under way`);
    if (mark.host !== self.host) return yield* refuse(otherHost(mark, lock));
    if (yield* isAlive(mark)) return yield* refuse(`another run (process ${mark.pid}) is under way in it`);
    yield* remove(fs, lock, `${own}-dead`, found.value);
  });
  const take = Effect.gen(function* () {
    for (let tries = 0; tries < TRIES; tries++) {
      if (yield* claim) return;
      yield* evict;
    }
    return yield* refuse("other runs are starting in it");
  });
  yield* Effect.acquireRelease(take, () => Effect.ignore(fs.remove(lock, { force: true })));
});

const TRIES = 5;

interface OwnLock {
  readonly lock: string;
  /** A name that no other process uses. */
  readonly own: string;
  readonly text: string;
}

/** A link appears whole or not at all, and never over another; where there are no links, a new file has to do. */
function place(fs: FileSystem.FileSystem, { lock, own, text }: OwnLock) {
  const written = Effect.acquireRelease(fs.writeFileString(own, text), () =>
    Effect.ignore(fs.remove(own, { force: true })),
  );
  const linked = Effect.scoped(Effect.zipRight(written, fs.link(own, lock)));
  return linked.pipe(
    Effect.catchIf(
      (error) => !isTaken(error),
      () => fs.writeFileString(lock, text, { flag: "wx" }),
    ),
    Effect.as(true),
    Effect.catchIf(isTaken, () => Effect.succeed(false)),
    Effect.mapError((error) => new OutputError({ message: `Cannot write "${lock}": ${reasonOf(error)}` })),
  );
}

/** Moves a dead lock away before it goes, so that a new one that came in between can be put back. */
function remove(fs: FileSystem.FileSystem, lock: string, aside: string, dead: string) {
  return Effect.ignore(
    Effect.gen(function* () {
      yield* fs.rename(lock, aside);
      if ((yield* fs.readFileString(aside)) !== dead) yield* Effect.ignore(fs.link(aside, lock));
      yield* fs.remove(aside);
    }),
  );
}

function isTaken(error: { readonly _tag: string; readonly reason?: string }): boolean {
  return error._tag === "SystemError" && error.reason === "AlreadyExists";
}

function otherHost({ pid, host }: ProcessMark, lock: string): string {
  return `process ${pid} on "${host}" holds it; remove "${lock}" if that run is over`;
}
