import type { TokenTrace } from "../../../stages/math/mod.ts";

/** One sampled token and its alternatives, as the goldens write them. */
export interface Position {
  readonly logprob: number;
  readonly top: ReadonlyArray<number> | null;
}

/** The flat trace of some positions; missing alternatives are an empty range. */
export function trace(positions: ReadonlyArray<Position>): TokenTrace {
  let end = 0;
  const ends = positions.map(({ top }) => {
    end += top?.length ?? 0;
    return end;
  });
  return {
    logprobs: Float64Array.from(positions, ({ logprob }) => logprob),
    alternatives: Float64Array.from(positions.flatMap(({ top }) => top ?? [])),
    ends: Uint32Array.from(ends),
  };
}
