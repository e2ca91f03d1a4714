import type { ProviderError } from "../../plugins/contract/mod.ts";

/** Tells a model that cannot be asked any more from one whose rows fail now and then. */
export interface Losses {
  readonly answered: (model: string) => void;
  /** Why nothing more is asked of the model, at its loss only; null where it may be asked on. */
  readonly failed: (model: string, error: ProviderError) => string | null;
}

/** As many requests as fail in a row, each after all its retries, before a model that has answered counts as lost. */
const IN_A_ROW = 16;

/**
 * A model that has answered is lost when its account is spent, or when its requests fail one after another for what is
 * no fault of theirs. One that never answered is no loss: what comes of it is in its rows.
 */
export function makeLosses(): Losses {
  const streaks = new Map<string, number>();
  return {
    answered: (model) => {
      streaks.set(model, 0);
    },
    failed: (model, error) => {
      const before = streaks.get(model);
      if (before === undefined || error.reason === "throttled") return null;
      const streak = error.reason === "refused" ? 0 : before + 1;
      streaks.set(model, streak);
      if (error.reason === "quota") return "its account is spent";
      return streak === IN_A_ROW ? `its last ${IN_A_ROW} requests failed` : null;
    },
  };
}
