import type { Observed } from "./observed.ts";

/** How a check came out: `failed` makes the model unusable, `unmeasured` says that nothing could be seen. */
export type Status = "ok" | "warning" | "failed" | "unmeasured";

/** What a check found, in words made of what it measured. */
export interface Found {
  readonly status: Status;
  readonly says: string;
  readonly measured: Readonly<Record<string, number | string | null>>;
}

/** A question about a model, answered from what was seen of it. */
export interface Check {
  readonly name: string;
  readonly look: (observed: Observed) => Found;
}

export interface Finding extends Found {
  readonly check: string;
}

export function found(status: Status, says: string, measured: Found["measured"] = {}): Found {
  return { status, says, measured };
}

export const NOTHING_SEEN = found("unmeasured", "there was no answer to look at");

/** `3 of 5`. */
export function share(part: number, whole: number): string {
  return `${part} of ${whole}`;
}

/** Different texts with how often each stands, most frequent first: `no (3), maybe`. */
export function counted(texts: ReadonlyArray<string>): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([text, count]) => (count === 1 ? text : `${text} (${count} times)`))
    .join("; ");
}
