import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem";
import * as NodePath from "@effect/platform-node/NodePath";
import { Cause, Effect, Exit, FiberRef, Layer, Option } from "effect";
import type { PluginEnv } from "../../plugins/contract/mod.ts";
import * as effects from "./check.ts";
import { gatesChecks as gates } from "./gates.ts";
import { providerChecks as provider } from "./provider.ts";
import { reportChecks as report } from "./report.ts";
import { type Sample, sample as sampled } from "./sample.ts";
import { stageChecks as stage } from "./stage.ts";

/** A check for a test of any framework: `test(name, run)`. */
export interface PromisedCheck {
  readonly name: string;
  /** Rejects with an error that says what is wrong. */
  readonly run: () => Promise<void>;
}

export const providerChecks = (...given: Parameters<typeof provider>): ReadonlyArray<PromisedCheck> =>
  provider(...given).map(promised);
export const gatesChecks = (...given: Parameters<typeof gates>): ReadonlyArray<PromisedCheck> =>
  gates(...given).map(promised);
export const reportChecks = (...given: Parameters<typeof report>): ReadonlyArray<PromisedCheck> =>
  report(...given).map(promised);
export const stageChecks = (...given: Parameters<typeof stage>): ReadonlyArray<PromisedCheck> =>
  stage(...given).map(promised);

/** Runs checks one after the other, also after one that does not hold. */
export async function findings(
  checks: ReadonlyArray<PromisedCheck>,
): Promise<ReadonlyArray<effects.Finding>> {
  const verified = checks.map(({ name, run }): effects.Check => {
    const verify = Effect.tryPromise({ try: run, catch: (fault) => breachOf(fault) });
    return { name, verify };
  });
  return settled(effects.findings(verified));
}

/** What a run over two embedded models gives, to try a plugin on. */
export function sample(): Promise<Sample> {
  return settled(sampled);
}

function promised({ name, verify }: effects.Check): PromisedCheck {
  return { name, run: () => settled(verify) };
}

function breachOf(fault: unknown): effects.Breach {
  return fault instanceof effects.Breach ? fault : new effects.Breach({ message: String(fault) });
}

/** A plugin may bring an `effect` of another version, as in a run. */
async function settled<A>(effect: Effect.Effect<A, effects.Breach, PluginEnv>): Promise<A> {
  const exit = await Effect.runPromiseExit(
    effect.pipe(
      Effect.provide(Layer.merge(NodeFileSystem.layer, NodePath.layer)),
      Effect.locally(FiberRef.versionMismatchErrorLogLevel, Option.none()),
    ),
  );
  if (Exit.isSuccess(exit)) return exit.value;
  throw Cause.squash(exit.cause);
}
