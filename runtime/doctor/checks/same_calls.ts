import type { Reply } from "../observed.ts";

/** The replies to each probe that was answered more than once. */
export function sameCalls(replies: ReadonlyArray<Reply>): ReadonlyArray<ReadonlyArray<Reply>> {
  const probes = [...new Set(replies.map(({ probe }) => probe))];
  return probes
    .map((name) => replies.filter(({ probe }) => probe === name))
    .filter(({ length }) => length > 1);
}

/** Probes whose identical calls were answered by different texts. */
export function differingProbes(replies: ReadonlyArray<Reply>): number {
  return sameCalls(replies).filter((same) => new Set(same.map(({ answer }) => answer.text)).size > 1).length;
}
