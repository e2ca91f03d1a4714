import { FileSystem } from "@effect/platform";
import { Effect } from "effect";
import { ConfigError, Issue } from "../plugins/contract/mod.ts";
import { reasonOf } from "./inputs.ts";

/** The text of a config file. */
export const readText = Effect.fn("readText")(function* (file: string) {
  const fs = yield* FileSystem.FileSystem;
  const cannot = (why: string) =>
    new ConfigError({ issues: [new Issue({ at: "", says: `Cannot read "${file}": ${why}` })] });
  const bytes = yield* Effect.mapError(fs.readFile(file), (error) => cannot(reasonOf(error)));
  return yield* Effect.try({
    try: () => new TextDecoder("utf-8", { fatal: true }).decode(bytes),
    catch: () => cannot("it is not UTF-8"),
  });
});
