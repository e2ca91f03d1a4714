import { Data, Effect } from "effect";
import type { PluginEnv } from "../../plugins/contract/mod.ts";

/** A plugin does not keep what the contract promises; the message says what it does, and what to do about it. */
export class Breach extends Data.TaggedError("Breach")<{ readonly message: string }> {}

/** One thing that the contract promises of a plugin. */
export interface Check {
  /** What a plugin that keeps it does, such as `refuses an option that it does not know`. */
  readonly name: string;
  /** Succeeds where the plugin keeps it. */
  readonly verify: Effect.Effect<void, Breach, PluginEnv>;
}

/** What came of a check. */
export interface Finding {
  readonly name: string;
  readonly ok: boolean;
  /** What is wrong; null where nothing is. */
  readonly sentence: string | null;
}

/** Verifies checks one after the other, also after one that does not hold. */
export function findings(
  checks: ReadonlyArray<Check>,
): Effect.Effect<ReadonlyArray<Finding>, never, PluginEnv> {
  return Effect.forEach(checks, ({ name, verify }) =>
    Effect.match(verify, {
      onFailure: ({ message }): Finding => ({ name, ok: false, sentence: message }),
      onSuccess: (): Finding => ({ name, ok: true, sentence: null }),
    }),
  );
}

/** Fails with a sentence where there is one. */
export function breachOf(sentence: string | null): Effect.Effect<void, Breach> {
  return sentence === null ? Effect.void : new Breach({ message: sentence });
}
