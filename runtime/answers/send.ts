import { type Context, Effect } from "effect";
import type {
  Answer,
  AskError,
  CompletionRequest,
  Concession,
  Outcome,
  Provider,
  ProviderError,
} from "../../plugins/contract/mod.ts";
import type { Charge, Entry } from "../journal/mod.ts";
import type { Asking } from "./asking.ts";
import { attempt, toFailure } from "./attempt.ts";
import type { Budget } from "./budget.ts";
import { chargeOfAnswer, chargeOfFailure } from "./charge.ts";
import type { Deadlines } from "./deadlines.ts";
import { deliver } from "./deliver.ts";
import type { Ending } from "./ending.ts";
import type { InFlight } from "./in_flight.ts";
import type { Losses } from "./losses.ts";
import type { Pace } from "./pace.ts";
import { steadyMillis } from "./steady_time.ts";
import type { Store } from "./store.ts";
import type { Terms } from "./terms.ts";
import type { Throttle } from "./throttle.ts";
import { mostTokens } from "./tokens.ts";
import { usedParameters } from "./used_parameters.ts";

type Sent<A> = Effect.Effect<A, AskError | ProviderError>;

/** All that a request passes on its way to an outcome. */
export interface Channel {
  readonly provider: Context.Tag.Service<Provider>;
  readonly asking: Asking;
  readonly throttle: Throttle;
  readonly pace: Pace;
  readonly terms: Terms;
  readonly firstAnswer: <A>(attempt: Sent<A>) => Sent<A>;
  readonly ending: Ending;
  readonly inFlight: InFlight;
  readonly deadlines: Deadlines;
  readonly losses: Losses;
  readonly warn: (text: string) => Effect.Effect<void>;
}

/** What an attempt took. */
type SentAttempt = Pick<Entry, "attempt" | "ms" | "charged">;

/** Where what came of a request is kept and paid from. */
export interface Account {
  readonly store: Store;
  readonly budget: Budget;
}

/**
 * Sends a request until there is an answer or no attempt can help. What came of every attempt is in the store before
 * anybody hears of it, and an attempt that was sent is seen to its end.
 */
export function send(channel: Channel, account: Account, key: string, request: CompletionRequest) {
  return Effect.suspend(() => {
    const { provider, asking, throttle, pace, terms, firstAnswer, ending, inFlight, deadlines } = channel;
    const { losses, warn } = channel;
    const { store, budget } = account;
    const { model, draw } = request;
    const most = mostTokens(request);
    let attempts = 0;
    let recorded: ProviderError | null = null;

    const record = (asked: CompletionRequest, outcome: Outcome, sent: SentAttempt) =>
      store.put({ key, model, draw, sampling: usedParameters(asked), ...sent, outcome });
    const once = (concessions: ReadonlyArray<Concession>) =>
      Effect.flatMap(steadyMillis, (from): Sent<Answer> => {
        const asked = concessions.length === 0 ? request : { ...request, concessions };
        const ended = (outcome: Outcome, charged: Charge) =>
          Effect.flatMap(steadyMillis, (now) =>
            Effect.zipRight(
              budget.settle(model, most, charged),
              record(asked, outcome, { attempt: attempts, ms: now - from, charged }),
            ),
          );
        attempts++;
        return firstAnswer(attempt(provider, asked, { deadlines, timeoutMs: asking.timeoutMs })).pipe(
          Effect.tap((answer) => ended({ _tag: "Answered", answer }, chargeOfAnswer(answer, most))),
          Effect.tapErrorTag("ProviderError", (error) => {
            recorded = error;
            return ended(toFailure(error), chargeOfFailure(error, most));
          }),
        );
      });
    const allowed = pace.spaced(Effect.zipRight(throttle.check(model), budget.reserve(model, most)));
    const now = (concessions: ReadonlyArray<Concession>) =>
      Effect.zipRight(ending.untilEnded(allowed), ending.untilEnded(inFlight.run(once(concessions))));
    const inTurn = terms.negotiated(model, (concessions) =>
      Effect.zipRight(throttle.untilDue(model), pace.placed(model, now(concessions))),
    );
    const failed = (error: ProviderError) => {
      const outcome = toFailure(error);
      const unsent = { attempt: 0, ms: 0, charged: { input: 0, output: 0 } };
      const kept = error === recorded ? Effect.void : record(request, outcome, unsent);
      return Effect.as(Effect.zipRight(kept, stopIfLost(error)), outcome);
    };
    const stopIfLost = (error: ProviderError) => {
      const why = losses.failed(model, error);
      if (why === null) return Effect.void;
      const stopped = throttle.stop(model, error, why);
      return Effect.flatMap(stopped, (says) => (says === null ? Effect.void : warn(says)));
    };
    const delivered = budget.inTime(deliver(model, inTurn, { policy: asking.retry, throttle, warn }));
    return ending.untilEnded(delivered).pipe(
      Effect.map((answer): Outcome => {
        losses.answered(model);
        return { _tag: "Answered", answer };
      }),
      Effect.catchTag("ProviderError", failed),
    );
  });
}
