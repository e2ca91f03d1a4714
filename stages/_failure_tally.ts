/** Failed rows by reason, as they come. */
export interface FailureTally {
  readonly add: (reason: string, why: string) => void;
  /** How many for each reason, with the first, such as `88 no_logprobs (token 1 of 5 has no logprob)`; empty for none. */
  readonly words: () => string;
}

export function failureTally(): FailureTally {
  const found = new Map<string, { readonly count: number; readonly first: string }>();
  return {
    add: (reason, why) => {
      const before = found.get(reason);
      found.set(reason, { count: (before?.count ?? 0) + 1, first: before?.first ?? why });
    },
    words: () => [...found].map(([reason, { count, first }]) => `${count} ${reason} (${first})`).join(", "),
  };
}
