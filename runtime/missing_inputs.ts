import { FileSystem } from "@effect/platform";
import { Effect } from "effect";
import { ConfigError, Corpora, Issue } from "../plugins/contract/mod.ts";
import { stages as builtIn } from "../stages/mod.ts";
import { type Override, type RunSpec, readSource } from "./config/mod.ts";

/** A config's text, and where it stands. */
export interface ConfigText {
  readonly text: string;
  readonly name: string;
  readonly overrides: ReadonlyArray<Override>;
}

/** Fails with every input that is not there, each where the config names it; before any of them is read. */
export const requireInputs = Effect.fn("inputs.require")(function* (
  { pipeline, config }: RunSpec,
  { text, name, overrides }: ConfigText,
  placeOf: (input: string) => string,
) {
  const isLoading = pipeline.stages.some(
    (stage) => builtIn.includes(stage) && stage.gives.some(({ key }) => key === Corpora.key),
  );
  if (!isLoading) return;
  const fs = yield* FileSystem.FileSystem;
  const source = readSource(text, name, overrides);
  const missing = yield* Effect.filter(Object.entries(config.inputs), ([, input]) =>
    Effect.map(
      Effect.orElseSucceed(fs.exists(placeOf(input)), () => true),
      (exists) => !exists,
    ),
  );
  const issues = missing.map(([key, input]) => {
    const says = `Cannot read "${placeOf(input)}": there is no such file`;
    return new Issue({ at: source.at(["inputs", key]), says });
  });
  if (issues.length > 0) return yield* new ConfigError({ issues });
});
