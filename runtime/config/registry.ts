import { Effect, type Either } from "effect";
import { type AnyStage, didYouMean, Issue, type Kinds, type Plugin } from "../../plugins/contract/mod.ts";
import { catalogue } from "../../plugins/mod.ts";
import { stages } from "../../stages/mod.ts";
import {
  CALLED,
  isBareFile,
  type Kind,
  load,
  type Origin,
  readPlugin,
  readStage,
  readUse,
} from "../plugins/mod.ts";

/** What a config names, and where it comes from. */
export interface Found<A> {
  readonly item: A;
  readonly origin: Origin;
}

/** Something the config names, with its options decoded. */
export interface Chosen<A> extends Found<A> {
  readonly options: unknown;
}

/** Where a config names something. */
export interface Place {
  readonly at: string;
  /** The config's path. */
  readonly config: string;
}

type Finds<A> = Effect.Effect<Found<A>, Issue>;

/** The plugin of a kind that a config names: built in, from a file or from a package. */
export function findPlugin<K extends keyof Kinds>(kind: K, use: string, place: Place): Finds<Plugin<K>> {
  const known: Readonly<Record<string, () => Promise<{ readonly default: Plugin<K> }>>> = catalogue[kind];
  const builtIn = (name: string) => {
    const bring = Object.hasOwn(known, name) ? known[name] : undefined;
    return bring && Effect.map(Effect.promise(bring), (module) => module.default);
  };
  return find(kind, use, place, { names: Object.keys(known), builtIn }, (module) => readPlugin(module, kind));
}

/** The stage that a config names: built in, from a file or from a package. */
export function findStage(use: string, place: Place): Finds<AnyStage> {
  const builtIn = (name: string) => {
    const stage = stages.find((stage) => stage.name === name);
    return stage && Effect.succeed(stage);
  };
  return find("stage", use, place, { names: stages.map(({ name }) => name), builtIn }, readStage);
}

interface BuiltIn<A> {
  readonly names: ReadonlyArray<string>;
  readonly builtIn: (name: string) => Effect.Effect<A> | undefined;
}

function find<A>(
  kind: Kind,
  use: string,
  { at, config }: Place,
  { names, builtIn }: BuiltIn<A>,
  read: (module: object) => Either.Either<A, string>,
): Finds<A> {
  const named = readUse(use);
  const fault = (why: string) => new Issue({ at, says: `Cannot use the ${CALLED[kind]} "${use}": ${why}` });
  switch (named.kind) {
    case "wrong":
      return Effect.fail(fault(named.why));
    case "built-in": {
      const item = builtIn(named.name);
      if (item === undefined) return Effect.fail(new Issue({ at, says: unknown(kind, use, names) }));
      return Effect.map(item, (item) => ({ item, origin: { use } }));
    }
    default:
      return load(named, config).pipe(
        Effect.flatMap(({ module, origin }) => Effect.map(read(module), (item) => ({ item, origin }))),
        Effect.mapError(fault),
      );
  }
}

function unknown(kind: Kind, name: string, names: ReadonlyArray<string>): string {
  const file = isBareFile(name) ? `; did you mean the file "./${name}"?` : "";
  const hint = file || didYouMean(name, names) || `; built in: ${names.join(", ")}`;
  return `unknown ${CALLED[kind]} "${name}"${hint}`;
}
