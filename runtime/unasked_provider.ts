import { Path } from "@effect/platform";
import { Context, Effect, Layer } from "effect";
import { Provider } from "../plugins/contract/mod.ts";
import type { RunSpec } from "./config/mod.ts";
import { inputsLayer, makeInputLog, placesBeside } from "./inputs.ts";
import { providerLayer, seedLayer } from "./layers.ts";
import { secretsLayer } from "./secrets.ts";

/** What is known of a config's provider before anything is asked. */
export interface UnaskedProvider {
  /** Null where it cannot be made without its key. */
  readonly endpoint: Pick<Context.Tag.Service<Provider>, "identity" | "concurrency" | "models"> | null;
  /** What it says of its key, without the key, where it lacks one; null where it lacks none. */
  readonly keyless: string | null;
}

/** Makes the provider of a config as a run does, its files and all, and asks it nothing; a missing key is no obstacle. */
export const unaskedProvider = Effect.fn("provider.unasked")(function* (
  config: string,
  { provider, config: { seed } }: RunSpec,
) {
  const path = yield* Path.Path;
  const inputs = inputsLayer(yield* placesBeside(config), yield* makeInputLog);
  const env = Layer.mergeAll(inputs, secretsLayer(path.dirname(config)), seedLayer(seed));
  const made = Effect.map(Layer.build(Layer.provide(providerLayer(provider), env)), Context.get(Provider));
  return yield* made.pipe(
    Effect.map((endpoint): UnaskedProvider => ({ endpoint, keyless: null })),
    Effect.catchTag("CredentialError", ({ message }) =>
      Effect.succeed<UnaskedProvider>({ endpoint: null, keyless: message }),
    ),
    Effect.scoped,
  );
});
