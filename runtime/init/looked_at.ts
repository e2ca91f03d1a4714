import { FileSystem } from "@effect/platform";
import { Effect, Layer } from "effect";
import { type Cutoff, type EvaluationSet, InputError, Progress } from "../../plugins/contract/mod.ts";
import { loadCutoffs, loadEvalSet } from "../../stages/mod.ts";
import { inputsLayer, makeInputLog } from "../inputs.ts";
import { otherShape } from "./_other_shape.ts";

/** What an eval set is found to hold. */
export interface LookedAt {
  readonly rows: number;
  readonly up: number;
  readonly flat: number;
  readonly down: number;
  /** Rows with a date, and the first and last of them; null without any. */
  readonly dated: number;
  readonly first: string | null;
  readonly last: string | null;
  /** The header's `_cutoff_date`, or null. */
  readonly header: string | null;
  readonly warnings: ReadonlyArray<string>;
}

/** Reads an eval set as a run reads it; what is none is told by what it is instead. */
export const lookAt = Effect.fn("init.lookAt")(function* (file: string) {
  const warnings: Array<string> = [];
  const progress = Layer.succeed(Progress, {
    note: () => Effect.void,
    warn: (warning) =>
      Effect.sync(() => void warnings.push(typeof warning === "string" ? warning : warning.shown)),
  });
  const inputs = inputsLayer(".", yield* makeInputLog);
  const evalSet = yield* Effect.provide(loadEvalSet(file), Layer.merge(inputs, progress)).pipe(
    Effect.catchTag("InputError", (error) =>
      Effect.flatMap(shapeOf(file), (says) => Effect.fail(says ?? error)),
    ),
  );
  return { ...counted(evalSet), warnings } satisfies LookedAt;
});

/** Larger files are not taken apart to tell what they are. */
const MOST = 64 * 1024 * 1024;

const shapeOf = Effect.fnUntraced(function* (file: string) {
  const fs = yield* FileSystem.FileSystem;
  const read = Effect.gen(function* () {
    const { type, size } = yield* fs.stat(file);
    return type === "File" && size <= MOST ? yield* fs.readFileString(file) : "";
  });
  const says = otherShape(file, yield* Effect.orElseSucceed(read, () => ""));
  return says === null ? null : new InputError({ message: `Cannot start from it: ${says}` });
});

function counted({ size, targets, date, cutoffDate }: EvaluationSet) {
  const of = (direction: number) => targets.filter((target) => target === direction).length;
  const dates = Array.from({ length: size }, (_, row) => date(row)).flatMap((day) => day ?? []);
  const sorted = dates.toSorted();
  return {
    rows: size,
    ...{ up: of(1), flat: of(0), down: of(-1) },
    dated: dates.length,
    first: sorted[0] ?? null,
    last: sorted.at(-1) ?? null,
    header: cutoffDate,
  };
}

/** The registry of cutoffs in a file; null where it cannot be read, which `check` tells. */
export const cutoffsIn = Effect.fn("init.cutoffs")(function* (file: string) {
  const inputs = inputsLayer(".", yield* makeInputLog);
  const found = yield* Effect.option(Effect.provide(loadCutoffs(file), inputs));
  const cutoffs: ReadonlyMap<string, Cutoff> | null = found._tag === "None" ? null : found.value;
  return cutoffs;
});
