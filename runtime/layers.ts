import { Array as Arr, Effect, Layer, Option } from "effect";
import {
  GateSet,
  OtherGates,
  type Plugin,
  PluginError,
  Provider,
  ReportWriters,
  Schema,
  Seed,
} from "../plugins/contract/mod.ts";
import { catalogue } from "../plugins/mod.ts";
import { random } from "../stages/math/mod.ts";
import type { Chosen, RunSpec } from "./config/mod.ts";

/** The generators of a run: one a label, so that no draw depends on another's. */
export const seedLayer = (seed: number) => Layer.succeed(Seed, (label) => random(seed, label));

export const providerLayer = ({ item, options }: Chosen<Plugin<"provider">>) =>
  Layer.effect(Provider, Effect.flatten(made("provider", item.name, () => item.make(options))));

/** The gate set of the config, and the built-in ones that it does not name. */
export const gatesLayer = ({ item, options }: Chosen<Plugin<"gates">>) =>
  Layer.merge(
    Layer.effect(
      GateSet,
      made("gate set", item.name, () => item.make(options)),
    ),
    Layer.effect(OtherGates, Effect.map(otherGates(item), Arr.getSomes)),
  );

/** Each built-in gate set but one, by its default options; one that has to be told more is left out. */
function otherGates(configured: Plugin<"gates">) {
  return Effect.forEach(Object.values(catalogue.gates), (bring) =>
    Effect.map(Effect.promise(bring), ({ default: item }) =>
      item === configured
        ? Option.none()
        : Option.map(Schema.decodeUnknownOption(item.options)({}), (options) => item.make(options)),
    ),
  );
}

export const writersLayer = (reports: RunSpec["reports"]) =>
  Layer.effect(
    ReportWriters,
    Effect.forEach(reports, ({ item, options }) =>
      Effect.map(
        made("report writer", item.name, () => item.make(options)),
        (writer) => ({ name: item.name, writer }),
      ),
    ),
  );

/** What a plugin makes of its options; a plugin that throws is named in one sentence. */
function made<A>(kind: string, name: string, make: () => A): Effect.Effect<A, PluginError> {
  return Effect.try({
    try: make,
    catch: (fault) =>
      new PluginError({
        message: `Cannot make the ${kind} "${name}": ${fault instanceof Error ? fault.message : String(fault)}`,
      }),
  });
}
