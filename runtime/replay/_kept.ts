import { FileSystem, Path } from "@effect/platform";
import { Effect } from "effect";
import { flattened, ReplayMismatch } from "../../plugins/contract/mod.ts";
import { type RunSpec, readConfig } from "../config/mod.ts";
import { differences, type FinishedRun, holds, inWords, JOURNAL, type RunRecord } from "../directory/mod.ts";
import { readJournal } from "../journal/mod.ts";
import { decodedConfig, pluginsOf } from "../manifest.ts";
import { readText } from "../read_text.ts";

/** The config that a directory keeps, if it is the one the run ended with, and names what it named. */
export const keptConfig = Effect.fn("replay.config")(function* (
  directory: string,
  record: RunRecord,
  { file }: FinishedRun,
) {
  const path = yield* Path.Path;
  const text = yield* readText(path.join(directory, "config.yaml"));
  const spec = yield* readConfig(text, record.config_file, record.overrides);
  yield* same("config", file.config, decodedConfig(spec));
  yield* same("plugins", file.plugins, pluginsOf(spec));
  return spec satisfies RunSpec;
});

function same(what: string, was: unknown, is: unknown) {
  const found = differences(
    Object.fromEntries(flattened(was, what)),
    Object.fromEntries(flattened(is, what)),
  );
  return found.length === 0 ? Effect.void : Effect.fail(mismatch(found.map(inWords).join("\n")));
}

/** Where every input of the run stands, its bytes being those that the run read. */
export const keptInputs = Effect.fn("replay.inputs")(function* (
  directory: string,
  record: RunRecord,
  { file }: FinishedRun,
) {
  const path = yield* Path.Path;
  const places = yield* Effect.forEach(file.inputs, ({ name, sha256 }) =>
    Effect.gen(function* () {
      const kept = record.inputs.find((input) => input.name === name);
      if (kept === undefined) return yield* mismatch(`run.json does not know the input "${name}"`);
      const place = kept.copy === null ? kept.path : path.join(directory, kept.copy);
      if (yield* holds(place, sha256)) return [name, place] as const;
      return yield* mismatch(`Input "${name}" is not what the run read: "${place}" has other bytes, or none`);
    }),
  );
  return new Map(places);
});

/** Inputs whose originals have changed since, in words; the replay reads the copies. */
export const changedOriginals = Effect.fn("replay.originals")(function* ({ inputs }: RunRecord) {
  const fs = yield* FileSystem.FileSystem;
  const changed = yield* Effect.filter(inputs, ({ path, sha256, copy }) =>
    Effect.gen(function* () {
      if (copy === null) return false;
      const exists = yield* Effect.orElseSucceed(fs.exists(path), () => false);
      return exists && !(yield* holds(path, sha256));
    }),
  );
  return changed.map(
    ({ name, path }) => `"${path}" has changed since; the replay used the copy of "${name}"`,
  );
});

/** The journal of a directory, if it is the one the run ended with. */
export const keptJournal = Effect.fn("replay.journal")(function* (directory: string, { file }: FinishedRun) {
  const path = yield* Path.Path;
  const journal = yield* Effect.mapError(readJournal(path.join(directory, JOURNAL)), ({ message }) =>
    mismatch(message),
  );
  if (journal.torn !== null) return yield* mismatch(journal.torn);
  const { lines, sha256 } = yield* journal.summary;
  if (lines !== file.journal.lines) {
    return yield* mismatch(`${JOURNAL} had ${file.journal.lines} lines when the run ended and has ${lines}`);
  }
  if (sha256 !== file.journal.sha256) {
    return yield* mismatch(
      `${JOURNAL} is not the journal that the run ended with, though every line is sound`,
    );
  }
  return journal;
});

export function mismatch(message: string): ReplayMismatch {
  return new ReplayMismatch({ message });
}
