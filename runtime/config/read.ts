import { Array as Arr, Effect, Either, Option } from "effect";
import {
  type AnyStage,
  ConfigError,
  Issue,
  type Kinds,
  orderProblems,
  type Pipeline,
  type Plugin,
  Schema,
} from "../../plugins/contract/mod.ts";
import { stages as builtIn, standard } from "../../stages/mod.ts";
import { decodeAt, suggestion } from "./issues.ts";
import { findPlugin, findStage } from "./registry.ts";
import { Config, Use } from "./schema.ts";
import { type Override, type Path, readSource, type Source } from "./source.ts";

/** Something the config names, with its options decoded. */
export interface Chosen<A> {
  readonly item: A;
  readonly options: unknown;
}

/** A config that can be run: everything it names has been found, everything it says has been decoded. */
export interface RunSpec {
  readonly config: Config;
  readonly provider: Chosen<Plugin<"provider">>;
  readonly gates: Chosen<Plugin<"gates">>;
  readonly reports: ReadonlyArray<Chosen<Plugin<"report">>>;
  readonly pipeline: Pipeline;
  /** Options of the pipeline's stages, in their order. */
  readonly stageOptions: ReadonlyArray<unknown>;
}

type Issues = ReadonlyArray<Issue>;

/** Reads a config's text; the error holds every mistake in it, in the order of the file. */
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
  const item = yield* Effect.mapError(findPlugin(kind, use.name, source.at(use.namePath)), Arr.of);
  const options = yield* decodeAt(item.options, source, use.options, use.optionsPath);
  return { item, options };
});

function chooseReports(source: Source) {
  const given = valueAt(source.value, ["reports"]);
  const paths = Array.isArray(given) ? given.map((_, i): Path => ["reports", i]) : undefined;
  if (paths === undefined) return chooseDefaults;
  return validateEach(paths, (path) => choosePlugin(source, "report", path));
}

const chooseDefaults = Effect.forEach(["terminal", "records", "summary", "top3"], (name) =>
  Effect.map(Effect.mapError(findPlugin("report", name, ""), Arr.of), (item) => ({
    item,
    options: Schema.decodeUnknownSync(item.options)({}),
  })),
);

interface Order {
  readonly pipeline: Pipeline;
  readonly stageOptions: ReadonlyArray<unknown>;
}

function chooseStages(source: Source): Effect.Effect<Order, Issues> {
  const given = valueAt(source.value, ["stages"]);
  if (!Array.isArray(given)) return Effect.succeed(standardOrder());
  const paths = given.map((_, i): Path => ["stages", i]);
  const chosen = validateEach(paths, (path) => chooseStage(source, path));
  return Effect.all({ chosen, sound: checkOrder(source, paths) }, { mode: "validate" }).pipe(
    Effect.mapError((found) => Object.values(found).flatMap(someIssues)),
    Effect.map(({ chosen }) => ({
      pipeline: { stages: chosen.map(({ item }) => item) },
      stageOptions: chosen.map(({ options }) => options),
    })),
  );
}

const chooseStage = Effect.fnUntraced(function* (source: Source, path: Path) {
  const use = yield* useAt(source, path);
  const item = yield* Effect.mapError(findStage(use.name, source.at(use.namePath)), Arr.of);
  const options = yield* decodeAt(item.options, source, use.options, use.optionsPath);
  return { item, options };
});

/** A misspelt name counts as the stage that was meant, so that one slip is one error. */
function checkOrder(source: Source, paths: ReadonlyArray<Path>): Effect.Effect<void, Issues> {
  const names = builtIn.map(({ name }) => name);
  const placed = paths.flatMap((path) => {
    const use = Either.getOrUndefined(useAt(source, path));
    const meant = use && (names.includes(use.name) ? use.name : suggestion(use.name, names));
    const stage: AnyStage | undefined = builtIn.find(({ name }) => name === meant);
    return stage === undefined ? [] : [{ stage, at: source.at(path) }];
  });
  const problems = orderProblems(
    placed.map(({ stage }) => stage),
    builtIn,
  );
  const issues = problems.map(
    ({ index, says, wayOut }) => new Issue({ at: placed[index]?.at ?? "", says: `${says}; ${wayOut}` }),
  );
  return issues.length === 0 ? Effect.void : Effect.fail(issues);
}

function standardOrder(): Order {
  const stageOptions = standard.stages.map((stage) => Schema.decodeUnknownSync(stage.options)({}));
  return { pipeline: standard, stageOptions };
}

interface Named {
  readonly name: string;
  readonly namePath: Path;
  readonly options: unknown;
  readonly optionsPath: Path;
}

/** What is named at a path; a wrong shape is no issue here, since decoding the whole config tells of it. */
function useAt(source: Source, path: Path): Either.Either<Named, Issues> {
  const optionsPath = [...path, "with"];
  return Either.mapBoth(Schema.decodeUnknownEither(Use)(valueAt(source.value, path)), {
    onLeft: (): Issues => [],
    onRight: (use): Named =>
      typeof use === "string"
        ? { name: use, namePath: path, options: {}, optionsPath }
        : { name: use.use, namePath: [...path, "use"], options: use.with ?? {}, optionsPath },
  });
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, part) =>
      typeof inner === "object" && inner !== null && Object.hasOwn(inner, part)
        ? Object.getOwnPropertyDescriptor(inner, part)?.value
        : undefined,
    value,
  );
}

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
