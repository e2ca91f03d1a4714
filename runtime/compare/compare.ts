import { Effect } from "effect";
import { type Difference, differences } from "../directory/mod.ts";
import { compareModels, type ModelComparison } from "./_models.ts";
import { differing, type ListDifference } from "./_named_lists.ts";
import { type RunFiles, readRun } from "./_run_files.ts";

/** One of the two runs. */
export interface ComparedRun {
  readonly directory: string;
  readonly version: string;
  readonly endpoint: string;
  readonly gates: string | null;
}

/** Two finished runs side by side; `was` is A and `is` is B, values as JSON. */
export interface Comparison {
  readonly a: ComparedRun;
  readonly b: ComparedRun;
  /** Leaves of the configs, defaults filled in, by their paths. */
  readonly config: ReadonlyArray<Difference>;
  /** What lists of the configs name, where it is in one of them only or in another order. */
  readonly lists: ReadonlyArray<ListDifference>;
  /** Inputs by name, with their sha256. */
  readonly inputs: ReadonlyArray<Difference>;
  readonly plugins: ReadonlyArray<Difference>;
  /** The version of recall-guard, and what answered. */
  readonly versions: ReadonlyArray<Difference>;
  readonly models: ReadonlyArray<ModelComparison>;
  /** What could not be compared, in words. */
  readonly notes: ReadonlyArray<string>;
}

/**
 * Compares two finished runs: what they were told, what they read, and what came of it, each model by a paired test on the
 * rows that both asked, dated after its training cutoff. Every file that is read is first found to be what its run wrote.
 */
export const compare = Effect.fn("compare")(function* (a: string, b: string) {
  const [before, after] = yield* Effect.all([readRun(a), readRun(b)]);
  const [was, is] = [before.manifest, after.manifest];
  const config = differing(was.config, is.config);
  return {
    a: comparedRun(before),
    b: comparedRun(after),
    config: config.leaves,
    lists: config.lists,
    inputs: differences(hashes(before), hashes(after)),
    plugins: differing(was.plugins, is.plugins).leaves,
    versions: differing(versions(before), versions(after)).leaves,
    models: compareModels(before, after),
    notes: notes(before, after),
  } satisfies Comparison;
});

function comparedRun({ directory, manifest, judgements }: RunFiles): ComparedRun {
  return {
    directory,
    version: manifest.recall_guard,
    endpoint: manifest.provider.identity,
    gates: judgements.ok ? (judgements.value.gates[0]?.name ?? null) : null,
  };
}

function hashes({ manifest }: RunFiles) {
  return Object.fromEntries(manifest.inputs.map(({ name, sha256 }) => [name, sha256]));
}

function versions({ manifest }: RunFiles) {
  return { recall_guard: manifest.recall_guard, provider: manifest.provider.identity };
}

function notes(a: RunFiles, b: RunFiles): ReadonlyArray<string> {
  const missing = [a.judgements, b.judgements].flatMap((found) => (found.ok ? [] : [found.reason]));
  const verdicts = missing.map((reason) => `Verdicts, tiers and ranks are not compared: ${reason}`);
  const [was, is] = [comparedRun(a).gates, comparedRun(b).gates];
  if (was === null || is === null || was === is) return verdicts;
  return [...verdicts, `Ranks and scores are by two gate sets, ${was} in A and ${is} in B`];
}
