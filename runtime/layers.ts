import { Array as Arr, type Context, Effect, Layer, Option } from "effect";
import {
  GateSet,
  type Judgement,
  OtherGates,
  type Plugin,
  PluginError,
  Provider,
  ReportWriters,
  Schema,
  Secrets,
  Seed,
} from "../plugins/contract/mod.ts";
import { catalogue } from "../plugins/mod.ts";
import { random } from "../stages/math/mod.ts";
import type { Chosen, RunSpec } from "./config/mod.ts";
import { keptSecrets } from "./kept_secrets.ts";
import { namedProvider } from "./named_provider.ts";
import { gateSetFlaw, providerFlaw, thrownAt, toldWithPlace, writerFlaw } from "./plugins/mod.ts";

/** The generators of a run: one a label, so that no draw depends on another's. */
export const seedLayer = (seed: number) => Layer.succeed(Seed, (label) => random(seed, label));

/** The provider of the config, named in everything that goes wrong with it. */
export const providerLayer = ({ item, options }: Chosen<Plugin<"provider">>) =>
  Layer.effect(
    Provider,
    Effect.gen(function* () {
      const failed = cannotMake("provider", item.name);
      const make = yield* made("provider", item.name, () => item.make(options));
      if (!Effect.isEffect(make)) return yield* failed("make gave no Effect");
      const kept = keptSecrets(yield* Secrets);
      const provider = yield* Effect.provideService(make, Secrets, kept.secrets).pipe(
        Effect.mapError((error) => (isNameless(error) ? failed(toldWithPlace(error)) : error)),
        Effect.catchAllDefect((defect) => Effect.fail(failed(toldWithPlace(defect)))),
      );
      const flaw = providerFlaw(provider);
      return flaw === null ? namedProvider(item.name, provider, kept) : yield* failed(flaw);
    }),
  );

/** What a provider's own code fails with; the other errors name a file, a key or a place in the config. */
function isNameless(error: { readonly _tag?: unknown }): boolean {
  return error._tag === undefined || error._tag === "PluginError";
}

/** The gate set of the config, and the built-in ones that it does not name. */
export const gatesLayer = ({ item, options }: Chosen<Plugin<"gates">>) =>
  Layer.merge(
    Layer.effect(
      GateSet,
      Effect.map(
        whole("gate set", item.name, () => item.make(options), gateSetFlaw),
        placedGates,
      ),
    ),
    Layer.effect(OtherGates, Effect.map(otherGates(item), Arr.getSomes)),
  );

/** A gate set that says where in its own code it crashes. */
function placedGates(gates: Context.Tag.Service<GateSet>): Context.Tag.Service<GateSet> {
  const { name, formula, thresholds, blocking, words } = gates;
  const judge = (judgement: Judgement) => {
    try {
      return gates.judge(judgement);
    } catch (fault) {
      const place = thrownAt(fault);
      const isPlaced = fault instanceof Error && place !== "";
      throw isPlaced ? new PluginError({ message: fault.message + place }) : fault;
    }
  };
  return { name, formula, thresholds, blocking, words, judge };
}

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
        whole("report writer", item.name, () => item.make(options), writerFlaw),
        (writer) => ({ name: item.name, writer, placeOf: thrownAt }),
      ),
    ),
  );

/** What a plugin makes of its options; a plugin that throws is named in one sentence. */
function made<A>(kind: string, name: string, make: () => A): Effect.Effect<A, PluginError> {
  return Effect.try({ try: make, catch: (fault) => cannotMake(kind, name)(toldWithPlace(fault)) });
}

/** What a plugin makes, once it is what the contract wants. */
function whole<A>(kind: string, name: string, make: () => A, flawOf: (made: A) => string | null) {
  return Effect.filterOrElse(
    made(kind, name, make),
    (made) => flawOf(made) === null,
    (made) => Effect.fail(cannotMake(kind, name)(flawOf(made) ?? "")),
  );
}

function cannotMake(kind: string, name: string) {
  return (why: string) => new PluginError({ message: `Cannot make the ${kind} "${name}": ${why}` });
}
