import { type Context, Effect, Layer } from "effect";
import { type Plugin, type Provider, Secrets } from "../../plugins/contract/mod.ts";
import { seedLayer } from "../layers.ts";
import { memoryInputs } from "../memory_inputs.ts";
import { providerFlaw, told } from "../plugins/mod.ts";
import type { Configured } from "./_brought.ts";
import { Breach } from "./check.ts";
import { SEED } from "./sample.ts";

export type Making = Configured<Plugin<"provider">>;
export type Made = Context.Tag.Service<Provider>;

/** What a provider finds while it is made. */
export interface Surroundings {
  /** Inputs by name, as text. */
  readonly files?: Readonly<Record<string, string>>;
  /** Keys by the name of their environment variable; no other variable is set. */
  readonly secrets?: Readonly<Record<string, string>>;
}

/** A provider as a run makes it. */
export function makeProvider({ item, called, options }: Making, { files = {}, secrets = {} }: Surroundings) {
  const cannot = (why: string) => new Breach({ message: `${called} cannot be made: ${why}` });
  const get = (variable: string) =>
    Effect.succeed(Object.hasOwn(secrets, variable) ? (secrets[variable] ?? null) : null);
  const layer = Layer.mergeAll(memoryInputs(files), seedLayer(SEED), Layer.succeed(Secrets, { get }));
  return Effect.suspend(() => {
    const making = item.make(options);
    return Effect.isEffect(making)
      ? Effect.mapError(making, (error) => cannot(told(error)))
      : cannot("make gave no Effect");
  }).pipe(
    Effect.provide(layer),
    Effect.catchAllDefect((defect) => cannot(told(defect))),
    Effect.flatMap((made) => {
      const flaw = providerFlaw(made);
      return flaw === null ? Effect.succeed(made) : cannot(flaw);
    }),
  );
}
