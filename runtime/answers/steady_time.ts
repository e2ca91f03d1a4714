import { Clock, Effect } from "effect";

/** Milliseconds of a clock that nobody sets, for waits: only the difference of two says something. */
export const steadyMillis = Effect.map(Clock.currentTimeNanos, (nanos) => Number(nanos / 1_000_000n));
