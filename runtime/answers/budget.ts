import { Effect } from "effect";
import { BudgetReached } from "../../plugins/contract/mod.ts";
import type { Charge, Spent } from "../journal/mod.ts";
import { ledger, type Shortage } from "./_ledger.ts";
import type { Prices } from "./prices.ts";
import { steadyMillis } from "./steady_time.ts";

/** What a run may spend at most, over all its sessions; null where there is no limit. */
export interface Limits {
  /** Attempts that are sent. */
  readonly requests: number | null;
  readonly tokens: number | null;
  /** In the unit of the prices. */
  readonly money: number | null;
  /** Of one session, in milliseconds: nothing is sent after it. */
  readonly wallTimeMs: number | null;
}

/** Lets an attempt go only where the limits hold, whatever comes of it and of all others under way. */
export interface Budget {
  /** Waits while others hold what this one needs; fails where waiting would not help. */
  readonly reserve: (model: string, most: Charge) => Effect.Effect<void, BudgetReached>;
  /** Gives back what an attempt did not take. */
  readonly settle: (model: string, most: Charge, charged: Charge) => Effect.Effect<void>;
  /** Ends what has not ended when the time is up. */
  readonly inTime: <A, E>(effect: Effect.Effect<A, E>) => Effect.Effect<A, E | BudgetReached>;
}

/** @param before What earlier sessions spent. */
export const makeBudget = Effect.fn("budget")(function* (limits: Limits, prices: Prices, before: Spent) {
  const started = yield* steadyMillis;
  const settled = yield* Effect.makeLatch();
  const books = ledger(limits, prices, before);

  const reserve = (model: string, most: Charge): Effect.Effect<void, BudgetReached> =>
    Effect.suspend(() => {
      const short = books.shortage(model, most);
      if (short === null) return Effect.sync(() => books.hold(model, most));
      const mayGrow = short.name !== "requests" && books.underWay() > 0;
      return mayGrow ? Effect.zipRight(settled.await, reserve(model, most)) : Effect.fail(reached(short));
    });
  const settle = (model: string, most: Charge, charged: Charge) =>
    Effect.suspend(() => {
      books.settle(model, most, charged);
      return settled.release;
    });
  const { wallTimeMs } = limits;
  const timeUp = (limitMs: number) =>
    Effect.flatMap(steadyMillis, (now) =>
      Effect.delay(Effect.fail(late(limitMs)), Math.max(0, started + limitMs - now)),
    );
  const inTime: Budget["inTime"] = (effect) =>
    wallTimeMs === null ? effect : Effect.raceFirst(effect, timeUp(wallTimeMs));
  return { reserve, settle, inTime } satisfies Budget;
});

function reached({ name, limit, left, needed }: Shortage): BudgetReached {
  const why =
    left === 0 ? "is used up" : `leaves ${shown(left)}, and the next request may take ${shown(needed)}`;
  return new BudgetReached({ message: `Cannot ask more: budget.${name} (${shown(limit)}) ${why}` });
}

function late(limitMs: number): BudgetReached {
  return new BudgetReached({ message: `Cannot ask more: budget.wall_time_s (${limitMs / 1000}) is over` });
}

/** Money to a millionth, and no digit that only rounding made. */
function shown(value: number): string {
  return String(Number(value.toFixed(6)));
}
