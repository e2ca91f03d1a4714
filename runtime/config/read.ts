import { Array as Arr, Effect, Option } from "effect";
import { ConfigError, type Issue, type Kinds, type Plugin, Schema } from "../../plugins/contract/mod.ts";
import { chooseStages, type Order } from "./_choose_stages.ts";
import { decodeOptions } from "./_decode_options.ts";
import { type Issues, useAt, valueAt } from "./_use_at.ts";
import { decodeAt } from "./issues.ts";
import { type Chosen, findPlugin } from "./registry.ts";
import { Config, REPORTS } from "./schema.ts";
import { type Override, type Path, readSource, type Source } from "./source.ts";

/** A config that can be run: everything it names has been found, everything it says has been decoded. */
export interface RunSpec extends Order {
  readonly config: Config;
  readonly provider: Chosen<Plugin<"provider">>;
  readonly gates: Chosen<Plugin<"gates">>;
  readonly reports: ReadonlyArray<Chosen<Plugin<"report">>>;
}

/**
 * Reads a config's text; the error holds every mistake in it, in the order of the file.
 *
 * @param name The config's path: mistakes are told by it, and plugins by path are relative to it.
 */
export const readConfig = Effect.fn("config.read")(function* (
  text: string,
  name: string,
  overrides: ReadonlyArray<Override> = [],
) {
  const source = readSource(text, name, overrides);
  if (source.issues.length > 0) return yield* new ConfigError({ issues: source.issues });
  return yield* Effect.all(
    {
      config: decodeAt(Config, source, source.value),
      provider: choosePlugin(source, "provider", ["provider"]),
      gates: choosePlugin(source, "gates", ["gates"]),
      reports: chooseReports(source),
      order: chooseStages(source),
    },
    { mode: "validate" },
  ).pipe(
    Effect.map(({ order, ...spec }): RunSpec => ({ ...spec, ...order })),
    Effect.mapError(
      (found) => new ConfigError({ issues: inFileOrder(Object.values(found).flatMap(someIssues)) }),
    ),
  );
});

const choosePlugin = Effect.fnUntraced(function* <Kind extends keyof Kinds>(
  source: Source,
  kind: Kind,
  path: Path,
) {
  const use = yield* useAt(source, path);
  const place = { at: source.at(use.namePath), config: source.name };
  const { item, origin } = yield* Effect.mapError(findPlugin(kind, use.name, place), Arr.of);
  const options = yield* decodeOptions(item, source, use);
  return { item, origin, options };
});

function chooseReports(source: Source) {
  const given = valueAt(source.value, ["reports"]);
  const paths = Array.isArray(given) ? given.map((_, i): Path => ["reports", i]) : undefined;
  if (paths === undefined) return chooseDefaults;
  return validateEach(paths, (path) => choosePlugin(source, "report", path));
}

const chooseDefaults = Effect.forEach(REPORTS, (name) =>
  Effect.map(Effect.mapError(findPlugin("report", name, { at: "", config: "" }), Arr.of), (found) => ({
    ...found,
    options: Schema.decodeUnknownSync(found.item.options)({}),
  })),
);

function validateEach<A, B, R>(
  items: ReadonlyArray<A>,
  each: (item: A) => Effect.Effect<B, Issues, R>,
): Effect.Effect<ReadonlyArray<B>, Issues, R> {
  return Effect.mapError(Effect.validateAll(items, each), (issues) => issues.flat());
}

function someIssues(found: Option.Option<Issues>): Issues {
  return Option.getOrElse(found, () => []);
}

function inFileOrder(issues: Issues): Issues {
  const place = (issue: Issue) => {
    const [, line = "0", column = "0"] = /:(\d+):(\d+)$/.exec(issue.at) ?? [];
    return Number(line) * 1e6 + Number(column);
  };
  return issues.toSorted((a, b) => place(a) - place(b));
}
