import { Effect } from "effect";

/** A day, an hour, a minute and a second that are not today's, in milliseconds. */
const LATER = 400 * 86_400_000 + 5 * 3_600_000 + 7 * 60_000 + 9_013;

/** Two ways in which the dice may fall. */
export type Dice = 1 | 2;

/**
 * Runs an effect on a machine whose dice fall in one of two ways, and whose clock shows another day where they fall in
 * the second: what comes of both is the same only where neither was looked at. The whole process sees it meanwhile.
 */
export function elsewhere<A, E, R>(dice: Dice, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
  return Effect.acquireUseRelease(
    Effect.sync(() => enter(dice)),
    () => effect,
    (leave) => Effect.sync(leave),
  );
}

function enter(dice: Dice): () => void {
  const clock = globalThis.Date;
  const thrown = Reflect.get(Math, "random");
  Reflect.set(Math, "random", fallen(dice));
  if (dice === 2) globalThis.Date = shifted(clock);
  return () => {
    globalThis.Date = clock;
    Reflect.set(Math, "random", thrown);
  };
}

function shifted(clock: DateConstructor): DateConstructor {
  const now = () => clock.now() + LATER;
  return new Proxy(clock, {
    construct: (target, given: ReadonlyArray<unknown>) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given),
    apply: () => new clock(now()).toString(),
    get: (target, key) => (key === "now" ? now : Reflect.get(target, key)),
  });
}

/** Lehmer's generator (Park & Miller 1988), from two starts. */
function fallen(start: number): () => number {
  let state = start === 1 ? 48_271 : 1_234_567_890;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
