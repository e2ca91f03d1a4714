import { Effect } from "effect";
import { type Override, type RunSpec, readConfig } from "../../../runtime/config/mod.ts";

/** A config in which nothing is wrong; the embedded provider stands on lines 10 to 13. */
export const GOOD = `version: 1
inputs:
  eval_set: eval.jsonl
  is_memorized: seen.jsonl
  oos_control: unseen.jsonl
  cutoffs: cutoffs.yaml
models:
  candidates: [parrot, coin]
reference_model: librarian
provider:
  use: embedded
  with:
    models: { parrot: { truth: has read all, reads: [{ file: exam.jsonl }] } }
gates: { use: classic }
`;

/** The good config with some of its text replaced; what is replaced must stand in it. */
export function config(changes: Readonly<Record<string, string>> = {}, more = ""): string {
  const changed = Object.entries(changes).reduce((text, [before, after]) => {
    if (!text.includes(before)) throw new RangeError(`the config does not hold ${JSON.stringify(before)}`);
    return text.replace(before, () => after);
  }, GOOD);
  return `${changed}${more}`;
}

/** What a config says once it is understood. */
export function read(text: string, overrides: ReadonlyArray<Override> = []): Promise<RunSpec> {
  return Effect.runPromise(readConfig(text, "run.yaml", overrides));
}

/** What is wrong with a config, one line a mistake. */
export function wrong(text: string, overrides: ReadonlyArray<Override> = []): Promise<ReadonlyArray<string>> {
  const found = Effect.flip(readConfig(text, "run.yaml", overrides));
  return Effect.runPromise(Effect.map(found, ({ message }) => message.split("\n")));
}

/** `--set path=value`. */
export function set(path: string, value: string): Override {
  return { path: path.split("."), value };
}
