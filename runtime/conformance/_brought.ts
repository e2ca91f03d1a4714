import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Effect, Either } from "effect";
import type { AnyStage, Kinds, Plugin } from "../../plugins/contract/mod.ts";
import { decodeAt, readSource } from "../config/mod.ts";
import { CALLED, type Kind, load, readPlugin, readStage } from "../plugins/mod.ts";
import { Breach, breachOf, type Check } from "./check.ts";

/** A plugin as it is, or the URL of its file, which is then loaded as a config loads it, TypeScript or not. */
export type PluginSource<Kind extends keyof Kinds> = Plugin<Kind> | URL;
export type StageSource = AnyStage | URL;

/** The name of a plugin or stage with its kind, such as `Report writer "desk"`, and itself. */
export interface Brought<A> {
  readonly item: A;
  readonly called: string;
}

/** A plugin that a config could name; loaded once. */
export function broughtPlugin<K extends keyof Kinds>(
  kind: K,
  source: PluginSource<K>,
): Effect.Effect<Brought<Plugin<K>>, Breach> {
  return brought(kind, source, (module) => readPlugin(module, kind));
}

/** A stage that a config could name; loaded once. */
export function broughtStage(source: StageSource): Effect.Effect<Brought<AnyStage>, Breach> {
  return brought("stage", source, readStage);
}

function brought<A extends { readonly name: string }>(
  kind: Kind,
  source: object,
  read: (module: object) => Either.Either<A, string>,
): Effect.Effect<Brought<A>, Breach> {
  const file = source instanceof URL ? resolve(fileURLToPath(source)) : null;
  const module = file === null ? Effect.succeed({ default: source }) : imported(file);
  const word = CALLED[kind];
  return module.pipe(
    Effect.flatMap(read),
    Effect.map((item) => ({
      item,
      called: `${word.charAt(0).toUpperCase()}${word.slice(1)} "${item.name}"`,
    })),
    Effect.mapError((why) => {
      return new Breach({ message: `Cannot use the ${word}${file === null ? "" : ` "${file}"`}: ${why}` });
    }),
  );
}

function imported(file: string): Effect.Effect<object, string> {
  return Effect.map(load({ kind: "path", path: file }, file), ({ module }) => module);
}

/** A plugin or stage with the options of the sample. */
export interface Configured<A> extends Brought<A> {
  readonly options: unknown;
}

type HasOptions = Pick<AnyStage, "name" | "options">;

/** The options as the plugin decodes them from what a config writes under `with:`. */
export function configured<A extends HasOptions>(
  bring: Effect.Effect<Brought<A>, Breach>,
  given: unknown,
): Effect.Effect<Configured<A>, Breach> {
  return Effect.flatMap(bring, (found) =>
    Effect.mapBoth(decoded(found.item, given), {
      onSuccess: (options) => ({ ...found, options }),
      onFailure: (why) =>
        new Breach({ message: `${found.called} does not take the sample's options: ${why}` }),
    }),
  );
}

/** No plugin has an option of this name. */
const UNKNOWN_OPTION = "no_option_has_this_name";

/** What holds of every plugin and stage. */
export function commonChecks<A extends HasOptions>(
  kind: Kind,
  bring: Effect.Effect<Brought<A>, Breach>,
  given: unknown,
): ReadonlyArray<Check> {
  const refuses = Effect.flatMap(configured(bring, given), ({ item, called }) =>
    Effect.matchEffect(decoded(item, { ...Object(given), [UNKNOWN_OPTION]: 1 }), {
      onFailure: () => Effect.void,
      onSuccess: () =>
        breachOf(
          `${called} takes an option that it does not know, so a misspelt one would go unnoticed; make its options a Schema.Struct of the keys it has`,
        ),
    }),
  );
  return [
    { name: `is a ${CALLED[kind]} that a config can name`, verify: Effect.asVoid(bring) },
    { name: "takes the sample's options", verify: Effect.asVoid(configured(bring, given)) },
    { name: "refuses an option that it does not know", verify: refuses },
  ];
}

function decoded({ options }: HasOptions, given: unknown): Effect.Effect<unknown, string> {
  const source = readSource("", "options");
  return Effect.flatMap(
    Effect.try({
      try: () => decodeAt<unknown, unknown>(options, source, given),
      catch: (fault) => `its schema crashes: ${fault instanceof Error ? fault.message : String(fault)}`,
    }),
    Either.mapLeft((issues) => issues.map(({ says }) => says).join("; ")),
  );
}
