import { type Context, Effect, Layer } from "effect";
import { Provenance, type Provider, type RunProvenance } from "../plugins/contract/mod.ts";
import type { RunSpec } from "./config/mod.ts";
import { essential } from "./directory/mod.ts";
import type { ReadInput } from "./inputs.ts";
import { decodedConfig, pluginsOf } from "./manifest.ts";
import { VERSION } from "./version.ts";

/** What a run is made of. */
export interface ProvenanceFacts {
  readonly version: string;
  readonly spec: RunSpec;
  readonly provider: Pick<Context.Tag.Service<Provider>, "identity" | "deterministic">;
}

/**
 * `Provenance` of a run whose inputs may still be read.
 *
 * @param warnings From before the first question: those that come later depend on what a server did.
 */
export const provenanceLayer = (
  facts: ProvenanceFacts,
  inputs: Effect.Effect<ReadonlyArray<ReadInput>>,
  warnings: Effect.Effect<ReadonlyArray<string>>,
) =>
  Layer.succeed(
    Provenance,
    Effect.zipWith(inputs, warnings, (read, told) => ({ ...provenance(facts, read), warnings: told })),
  );

/** For stages that end before a report. */
export const noProvenance = Layer.succeed(
  Provenance,
  Effect.succeed({
    ...{ version: VERSION, seed: 0, config: {}, inputs: [], plugins: [], warnings: [] },
    provider: { identity: "", deterministic: true },
  }),
);

function provenance(
  { version, spec, provider: { identity, deterministic } }: ProvenanceFacts,
  inputs: ReadonlyArray<ReadInput>,
): Omit<RunProvenance, "warnings"> {
  const { provider, gates, stages } = pluginsOf(spec);
  return {
    version,
    seed: spec.config.seed,
    config: essential(decodedConfig(spec)),
    inputs: inputs.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 })),
    provider: { identity, deterministic },
    plugins: [
      `provider ${provider.name} ${provider.version}`,
      `gates ${gates.name} ${gates.version}`,
      ...stages.map(({ name }) => `stage ${name}`),
    ],
  };
}
