import { Effect } from "effect";
import type { Figure } from "./_compose.ts";
import type { FiguresInput } from "./_run_figures.ts";

/** The figures of a run; what draws them is loaded only now, since that takes longer than a whole check does. */
export function drawnFigures(input: FiguresInput): Effect.Effect<ReadonlyArray<Figure>> {
  return Effect.map(
    Effect.promise(() => import("./_run_figures.ts")),
    ({ runFigures }) => runFigures(input),
  );
}
