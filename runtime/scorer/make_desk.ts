import { Effect } from "effect";
import { makeTerms, memoryStore } from "../answers/mod.ts";
import type { Desk } from "./desk.ts";
import { makeProvider, type ProviderChoice } from "./provider_choice.ts";
import { type AskSettings, askingOf } from "./settings.ts";
import { sharedProvider } from "./shared_provider.ts";

/** The desk of a scorer that keeps no answers: every call asks anew. */
export const makeDesk = Effect.fn("scorer.desk")(function* (choice: ProviderChoice, settings: AskSettings) {
  const { seed, concurrency, timeoutS, minCallIntervalS } = settings;
  const provider = yield* makeProvider(choice, { seed });
  const shared = yield* sharedProvider(provider, {
    concurrency: Math.min(concurrency, provider.concurrency),
    minCallIntervalMs: 1000 * minCallIntervalS,
    timeoutMs: 1000 * timeoutS,
  });
  const warn = (text: string) => Effect.logWarning(text);
  const desk: Desk = {
    provider: shared,
    asking: askingOf(settings),
    store: memoryStore,
    keeps: false,
    warn,
    terms: yield* makeTerms(warn),
  };
  return desk;
});
