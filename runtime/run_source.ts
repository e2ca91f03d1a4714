import { FileSystem, Path } from "@effect/platform";
import { Effect } from "effect";
import { ConfigError, Issue } from "../plugins/contract/mod.ts";
import { type Override, type RunSpec, readConfig } from "./config/mod.ts";
import { namedTarget, type RunRecord, unfinishedRun } from "./directory/mod.ts";
import { placesBeside } from "./inputs.ts";
import { requireInputs } from "./missing_inputs.ts";
import { readText } from "./read_text.ts";
import { toStudy } from "./study.ts";

/** Where a run comes from and goes to. */
export interface RunPlace {
  /** The config file; inputs are relative to it. May be left out where a run is resumed: its own config is kept. */
  readonly config?: string;
  /** The run directory; one is made under `runs/` where neither this nor the config names one. */
  readonly out?: string;
  /** The directory of an unfinished run that is to go on. */
  readonly resume?: string;
  readonly overrides?: ReadonlyArray<Override>;
}

/** Finds the config of a run and its directory, before anything is made. */
export const runSource = Effect.fn("run.source")(function* ({
  config,
  out,
  resume,
  overrides = [],
}: RunPlace) {
  const path = yield* Path.Path;
  const record = resume === undefined ? null : yield* unfinishedRun(resume);
  if (resume !== undefined && record !== null && config === undefined) {
    const file = record.config_file;
    const text = yield* readText(path.join(resume, "config.yaml"));
    const all = [...record.overrides, ...overrides];
    const spec = yield* readConfig(text, file, all);
    yield* requirePrices(spec);
    const placeOf = yield* keptPlaces(resume, record);
    return { directory: resume, config: { file, text }, overrides: all, spec, placeOf };
  }
  const name = config ?? "";
  const file = path.resolve(name);
  const text = yield* readText(name);
  const spec = yield* readConfig(text, name, overrides);
  yield* requirePrices(spec);
  const directory = resume ?? out ?? spec.config.out ?? null;
  if (directory !== null) yield* namedTarget(directory);
  const placeOf = yield* placesBeside(name);
  yield* requireInputs(spec, { text, name, overrides }, placeOf);
  return { directory, config: { file, text }, overrides, spec, placeOf };
});

/** A limit on money that cannot be kept, since a model has no price. */
function requirePrices({ config }: RunSpec) {
  if (config.budget.money === undefined) return Effect.void;
  const { models, referenceModel } = toStudy(config);
  const asked = referenceModel === null ? models : [...models, referenceModel];
  const unpriced = asked.filter((model) => !Object.hasOwn(config.prices, model));
  if (unpriced.length === 0) return Effect.void;
  const names = unpriced.map((model) => JSON.stringify(model)).join(", ");
  const says = `Cannot keep budget.money: prices names no price for ${names}`;
  return Effect.fail(new ConfigError({ issues: [new Issue({ at: "", says })] }));
}

/** Where each input stands; the copy that was kept where it stands no longer where it did. */
export const keptPlaces = Effect.fn("run.keptPlaces")(function* (directory: string, record: RunRecord) {
  const fs = yield* FileSystem.FileSystem;
  const path = yield* Path.Path;
  const places = yield* Effect.forEach(record.inputs, ({ name, path: place, copy }) =>
    Effect.map(
      Effect.orElseSucceed(fs.exists(place), () => false),
      (exists) => [name, exists || copy === null ? place : path.join(directory, copy)] as const,
    ),
  );
  const known = new Map(places);
  return (input: string) => known.get(input) ?? path.resolve(path.dirname(record.config_file), input);
});
