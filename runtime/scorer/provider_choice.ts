import { type Context, Effect, Layer } from "effect";
import {
  ConfigError,
  ConfigurationError,
  Issue,
  type Plugin,
  type Provider,
} from "../../plugins/contract/mod.ts";
import { decodeAt } from "../config/mod.ts";
import { findPlugin } from "../config/registry.ts";
import { inputsLayer, makeInputLog } from "../inputs.ts";
import { seedLayer } from "../layers.ts";
import { secretsLayer } from "../secrets.ts";
import { placeless } from "./settings.ts";

type ProviderService = Context.Tag.Service<Provider>;

/** What a scorer asks: a provider plugin, by name or as a value, with its options; or a provider that stands. */
export type ProviderChoice =
  | {
      readonly use: string | Plugin<"provider">;
      readonly with?: Readonly<Record<string, unknown>>;
    }
  | ProviderService;

/** What a plugin by name finds its files and keys by. */
export interface ProviderPlace {
  /** Seed of the generators that a provider may ask for. */
  readonly seed: number;
}

/** Makes the provider; paths in its options, and a `.env` with its key, are in the working directory. */
export const makeProvider = Effect.fn("scorer.provider")(function* (
  choice: ProviderChoice,
  { seed }: ProviderPlace,
) {
  if (!("use" in choice)) return choice;
  const { use, with: given = {} } = choice;
  const place = { at: "", config: "scorer" };
  const plugin =
    typeof use === "string"
      ? yield* Effect.mapError(
          Effect.map(findPlugin("provider", use, place), ({ item }) => item),
          (issue) => new ConfigError({ issues: [issue] }),
        )
      : use;
  const options = yield* Effect.mapError(
    decodeAt(plugin.options, placeless(given), given, ["provider", "with"]),
    (issues) => new ConfigError({ issues: issues.map(({ says }) => new Issue({ at: "", says })) }),
  );
  const env = Layer.mergeAll(seedLayer(seed), inputsLayer(".", yield* makeInputLog), secretsLayer("."));
  return yield* plugin.make(options).pipe(
    Effect.provide(env),
    Effect.catchTag("CredentialError", ({ message }) => Effect.fail(new ConfigurationError({ message }))),
  );
});
