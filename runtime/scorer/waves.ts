import { Effect } from "effect";
import type { EnsembleSpec } from "../../stages/math/mod.ts";

/** What came of a draw, with the wave in which it was asked for, from 0. */
export interface Drawn<A> {
  readonly wave: number;
  readonly value: A;
}

/** How the draws of an ensemble are asked for. */
export interface Waves<A, E, R> {
  readonly spec: Pick<EnsembleSpec, "draws" | "maxWorkers">;
  readonly draw: (index: number) => Effect.Effect<A, E, R>;
  /** Whether what has been drawn is enough; asked after every wave. */
  readonly isEnough?: (drawn: ReadonlyArray<Drawn<A>>) => boolean;
}

/** Draws wave by wave: a wave begins when the one before it has ended, and none begins after a failure. */
export const inWaves = Effect.fn("scorer.waves")(function* <A, E, R>({
  spec,
  draw,
  isEnough,
}: Waves<A, E, R>) {
  const drawn: Array<Drawn<A>> = [];
  for (let wave = 0; drawn.length < spec.draws; wave++) {
    const size = Math.min(spec.maxWorkers, spec.draws - drawn.length);
    const first = drawn.length;
    const values = yield* Effect.all(
      Array.from({ length: size }, (_, i) => draw(first + i)),
      { concurrency: "unbounded" },
    );
    drawn.push(...values.map((value) => ({ wave, value })));
    if (isEnough?.(drawn) === true) break;
  }
  return drawn;
});
