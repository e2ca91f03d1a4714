import { Effect } from "effect";
import type { AnyStage, Kinds, Plugin } from "../../plugins/contract/mod.ts";
import { Issue } from "../../plugins/contract/mod.ts";
import { catalogue } from "../../plugins/mod.ts";
import { stages } from "../../stages/mod.ts";
import { didYouMean } from "./issues.ts";

type Found<A> = Effect.Effect<A, Issue>;

/** The plugin of a kind that a config names; `at` is where it does. */
export function findPlugin<Kind extends keyof Kinds>(
  kind: Kind,
  name: string,
  at: string,
): Found<Plugin<Kind>> {
  const known: Readonly<Record<string, () => Promise<{ readonly default: Plugin<Kind> }>>> = catalogue[kind];
  const load = Object.hasOwn(known, name) ? known[name] : undefined;
  if (load === undefined)
    return Effect.fail(unknown(kind === "gates" ? "gate set" : kind, name, Object.keys(known), at));
  return Effect.map(Effect.promise(load), (module) => module.default);
}

/** The stage that a config names. */
export function findStage(name: string, at: string): Found<AnyStage> {
  const stage = stages.find((stage) => stage.name === name);
  return stage === undefined
    ? Effect.fail(
        unknown(
          "stage",
          name,
          stages.map(({ name }) => name),
          at,
        ),
      )
    : Effect.succeed(stage);
}

function unknown(kind: string, name: string, names: ReadonlyArray<string>, at: string): Issue {
  const hint = didYouMean(name, names) || `; built in: ${names.join(", ")}`;
  return new Issue({ at, says: `unknown ${kind} "${name}"${hint}` });
}
