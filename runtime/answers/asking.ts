import type { SamplingParameters } from "../../plugins/contract/mod.ts";
import type { Config } from "../config/mod.ts";
import type { Limits } from "./budget.ts";
import type { RetryPolicy } from "./deliver.ts";
import type { Prices } from "./prices.ts";

/** How a run asks. */
export interface Asking {
  readonly sampling: SamplingParameters;
  readonly timeoutMs: number;
  readonly retry: RetryPolicy;
  readonly limits: Limits;
  readonly prices: Prices;
}

/** The part of a config that says how to ask. */
export function toAsking({ request, retry, budget, prices }: Config, sampling: SamplingParameters): Asking {
  return {
    sampling,
    timeoutMs: 1000 * request.timeout_s,
    retry: { max: retry.max, backoffMs: 1000 * retry.backoff_s, maxWaitMs: 1000 * retry.max_wait_s },
    limits: {
      requests: budget.requests ?? null,
      tokens: budget.tokens ?? null,
      money: budget.money ?? null,
      wallTimeMs: budget.wall_time_s === undefined ? null : 1000 * budget.wall_time_s,
    },
    prices,
  };
}
