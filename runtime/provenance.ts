import { Effect, Layer } from "effect";
import { type Origin, Provenance } from "../plugins/contract/mod.ts";
import type { RunSpec } from "./config/mod.ts";
import { identityOf } from "./directory/mod.ts";
import type { ReadInput } from "./inputs.ts";
import { VERSION } from "./version.ts";

/** What the origin of a run's files is told of. */
export interface OriginFacts {
  /** The version of recall-guard; the running one without it. */
  readonly version?: string;
  readonly spec: RunSpec;
  /** The identity of the provider. */
  readonly endpoint: string;
  readonly inputs: ReadonlyArray<ReadInput>;
  /** Warnings from before the first question: those that come later depend on what a server did. */
  readonly warnings: ReadonlyArray<string>;
}

/** `Provenance` of a run; the facts are asked for when a report is written. */
export const provenanceLayer = (facts: Effect.Effect<OriginFacts>) =>
  Layer.succeed(Provenance, { origin: Effect.map(facts, originOf) });

function originOf({ version = VERSION, spec, endpoint, inputs, warnings }: OriginFacts): Origin {
  const { seed } = spec.config;
  return { version, seed, identity: identityOf(spec, inputs, endpoint), inputs, warnings };
}
