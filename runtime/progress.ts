import { Console, Effect, Layer, Ref } from "effect";
import { Progress } from "../plugins/contract/mod.ts";

/** What is told while a run goes. */
export interface Telling {
  /** Notes on what goes on, on standard error. */
  readonly notes: boolean;
}

/** Keeps the warnings of a run, for the manifest. */
export interface Warnings {
  readonly add: (text: string) => Effect.Effect<void>;
  readonly all: Effect.Effect<ReadonlyArray<string>>;
}

export const makeWarnings = Effect.map(Ref.make<ReadonlyArray<string>>([]), (ref): Warnings => {
  return { add: (text) => Ref.update(ref, (before) => [...before, text]), all: Ref.get(ref) };
});

/** `Progress` on standard error. */
export const progressLayer = ({ notes }: Telling, warnings: Warnings) =>
  Layer.succeed(Progress, {
    note: (text) => (notes ? Console.error(text) : Effect.void),
    warn: (text) => Effect.zipRight(warnings.add(text), Console.error(`warning: ${text}`)),
  });
