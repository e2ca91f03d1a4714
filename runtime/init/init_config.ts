import { FileSystem, Path } from "@effect/platform";
import { Effect } from "effect";
import { ConfigError, Issue, OutputError } from "../../plugins/contract/mod.ts";
import { reasonOf } from "../inputs.ts";
import {
  type Beside,
  CORPUS_LINES,
  CUTOFF_LINES,
  dateLines,
  firstConfig,
  rowsInWords,
} from "./_first_config.ts";
import { cutoffsIn, lookAt } from "./looked_at.ts";

export interface InitConfigOptions {
  /** The eval set. */
  readonly data: string;
  /** The config; beside the eval set and named after it without this. */
  readonly out?: string;
}

/** A config as it was written. */
export interface FirstConfig {
  readonly path: string;
  /** What the eval set holds, in a line. */
  readonly found: string;
  readonly warnings: ReadonlyArray<string>;
  /** What has to be had before a run, and how. */
  readonly missing: ReadonlyArray<{ readonly what: string; readonly how: string }>;
}

/** Looks at an eval set and writes a first config for it, where none stands. */
export const initConfig = Effect.fn("init.config")(function* ({ data, out }: InitConfigOptions) {
  const fs = yield* FileSystem.FileSystem;
  const path = yield* Path.Path;
  const looked = yield* lookAt(data);
  const config = out ?? path.join(path.dirname(data), `${stemOf(path.basename(data))}.yaml`);
  const relative = (file: string) =>
    path
      .relative(path.resolve(path.dirname(config)), path.resolve(file))
      .split(path.sep)
      .join("/");
  const beside = (names: readonly [string, ...Array<string>]) =>
    Effect.map(
      Effect.filter(names, (name) => exists(path.join(path.dirname(data), name))),
      ([found]) => {
        const file = path.join(path.dirname(data), found ?? names[0]);
        return { file, path: relative(file), exists: found !== undefined };
      },
    );
  const isMemorized = yield* beside(["is_memorized.jsonl", "memorized.jsonl", "memorised.jsonl"]);
  const oosControl = yield* beside(["oos_control.jsonl", "control.jsonl"]);
  const cutoffs = yield* beside(["cutoffs.yaml", "cutoffs.yml"]);
  const models = cutoffs.exists ? yield* cutoffsIn(cutoffs.file) : null;
  const text = firstConfig({
    evalSet: relative(data),
    config: path.basename(config),
    looked,
    isMemorized,
    oosControl,
    cutoffs: { ...cutoffs, models },
  });
  yield* Effect.mapError(fs.writeFileString(config, text, { flag: "wx" }), (error) =>
    error._tag === "SystemError" && error.reason === "AlreadyExists"
      ? taken(config)
      : new OutputError({ message: `Cannot write "${config}": ${reasonOf(error)}` }),
  );
  const dates = dateLines(looked);
  return {
    path: config,
    found: rowsInWords(looked),
    warnings: looked.warnings,
    missing: [
      ...absent(isMemorized, CORPUS_LINES.isMemorized),
      ...absent(oosControl, CORPUS_LINES.oosControl),
      ...absent(cutoffs, CUTOFF_LINES),
      ...(dates.length === 0 ? [] : [{ what: "dates", how: dates.join(" ") }]),
    ],
  } satisfies FirstConfig;
});

function absent({ path, exists }: Beside, lines: ReadonlyArray<string>) {
  return exists ? [] : [{ what: path, how: lines.join(" ") }];
}

function exists(file: string) {
  return Effect.flatMap(FileSystem.FileSystem, (fs) => Effect.orElseSucceed(fs.exists(file), () => false));
}

/** `eval` of `eval.jsonl` and of `eval.jsonl.gz`. */
function stemOf(name: string): string {
  return name.replace(/(?<=.)(\.jsonl?|\.ndjson)?(\.gz)?$/i, "");
}

function taken(config: string): ConfigError {
  const says = `Cannot write "${config}": it is there already, and no file is written over; name another with --out`;
  return new ConfigError({ issues: [new Issue({ at: "", says })] });
}
