import { Console, Effect, Layer, Ref, type Scope } from "effect";
import { Progress } from "../plugins/contract/mod.ts";
import type { AskCounts } from "./answers/mod.ts";
import { printable } from "./printable.ts";

/** How far a run has come. */
export interface RunStatus {
  /** By model, in the order of asking. */
  readonly asked: ReadonlyMap<string, AskCounts>;
  /** Distinct requests by model where every model does well; null while they are being counted. */
  readonly foreseen: ReadonlyMap<string, number> | null;
}

/** How a run tells what goes on. */
export interface Teller {
  /** Says one line. */
  readonly line: (text: string) => Effect.Effect<void>;
  /** Says a line when all else has been said. */
  readonly lastly: (text: string) => Effect.Effect<void>;
  /** Whether to tell more than warnings. */
  readonly notes: boolean;
  /** Shows the status, again and again, until the scope closes. */
  readonly watch?: (status: Effect.Effect<RunStatus>) => Effect.Effect<void, never, Scope.Scope>;
}

/** Warnings on standard error and nothing else. */
export const quietTeller: Teller = {
  line: (text) => Console.error(printable(text)),
  lastly: (text) => Console.error(printable(text)),
  notes: false,
};

/** Keeps the warnings of a run, for the manifest. */
export interface Warnings {
  readonly add: (text: string) => Effect.Effect<void>;
  readonly all: Effect.Effect<ReadonlyArray<string>>;
}

export const makeWarnings = Effect.map(Ref.make<ReadonlyArray<string>>([]), (ref): Warnings => {
  return { add: (text) => Ref.update(ref, (before) => [...before, text]), all: Ref.get(ref) };
});

/** `Progress` through a teller. */
export const progressLayer = ({ line, notes }: Teller, warnings: Warnings) => {
  const warnAt = (text: string, place: string) =>
    Effect.zipRight(warnings.add(text), line(`warning: ${text}${place}`));
  return Layer.succeed(Progress, {
    note: (text) => (notes ? line(text) : Effect.void),
    warn: (text) => warnAt(text, ""),
    warnAt,
  });
};
