import { Cause, Effect, Exit, Option } from "effect";
import { BudgetReached, type Reports, type RunError, type Values } from "../plugins/contract/mod.ts";
import { type Asking, costOf } from "./answers/mod.ts";
import type { Artifacts } from "./execute.ts";
import type { Foreseen } from "./foreseen.ts";
import type { Teller } from "./progress.ts";
import type { Claimed } from "./session.ts";

/** Said when a run is interrupted while requests are under way. */
export const INTERRUPTED = "Waiting for the answers under way, to keep them; a second Ctrl-C ends at once";

/** How the asking ended. */
export interface AskingEnd {
  readonly exit: Exit.Exit<Artifacts, RunError>;
  readonly paused: Effect.Effect<ReadonlyArray<string>>;
}

/** A sentence for each writer of files that failed. */
export function failuresOf(artifacts: Artifacts): ReadonlyArray<string> {
  const { reports }: Partial<Values<typeof Reports>> = artifacts;
  return reports?.failures ?? [];
}

/** Tells how to go on with a run that has answers and ended before its time, or whose writers did not write. */
export const tellWayOn = Effect.fn("run.tellWayOn")(function* (
  { lastly }: Teller,
  claimed: Claimed | null,
  { exit, paused }: AskingEnd,
) {
  if (claimed === null || !(yield* isUnfinished(exit, paused))) return;
  if (Exit.isFailure(yield* Effect.exit(claimed.journal.standing))) return;
  const { lines } = yield* claimed.journal.summary;
  if (lines > 0 || Exit.isSuccess(exit))
    yield* lastly(`Go on with: recall-guard run --resume ${shellWord(claimed.path)}`);
});

function isUnfinished(exit: AskingEnd["exit"], paused: AskingEnd["paused"]): Effect.Effect<boolean> {
  if (Exit.isSuccess(exit)) {
    return Effect.map(paused, (models) => models.length > 0 || failuresOf(exit.value).length > 0);
  }
  const error = Cause.failureOption(exit.cause);
  return Effect.succeed(Option.isNone(error) || RESUMABLE.has(error.value._tag));
}

const RESUMABLE: ReadonlySet<RunError["_tag"]> = new Set([
  "BudgetReached",
  "CredentialError",
  "OutputError",
  "PluginError",
  "WaitLimitReached",
]);

/** What a run that reached a budget still has to ask at most. */
export function withMissing(
  { message }: BudgetReached,
  foreseen: ReadonlyMap<string, Foreseen>,
  { prices, limits }: Asking,
): BudgetReached {
  let requests = 0;
  let tokens = 0;
  let money = 0;
  for (const [model, { requests: all, answered, tokensIn, tokensOut }] of foreseen) {
    requests += all - answered;
    tokens += tokensIn + tokensOut;
    money += costOf(prices, model, { input: tokensIn, output: tokensOut });
  }
  const cost = limits.money === null ? "" : ` and ${Number(money.toPrecision(3))} of money`;
  return new BudgetReached({
    message: `${message}; missing are up to ${requests} requests, about ${tokens} tokens${cost}`,
  });
}

function shellWord(path: string): string {
  return /^[\w./:@%+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
