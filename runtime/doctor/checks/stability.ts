import { type Check, found, NOTHING_SEEN, share } from "../finding.ts";
import { type Reply, repliesOf } from "../observed.ts";
import { differingProbes, sameCalls } from "./same_calls.ts";

/** Do identical calls get the same answer, and the same numbers. */
export const stability: Check = {
  name: "stability",
  look: (observed) => {
    const replies = repliesOf(observed);
    const groups = sameCalls(replies);
    if (groups.length === 0) return NOTHING_SEEN;
    const differing = differingProbes(replies);
    const shift = Math.max(0, ...groups.map(largestShift));
    const calls = groups.reduce((sum, group) => sum + group.length, 0);
    const measured = { prompts: groups.length, calls, differing, largest_shift: shift };
    const numbers = `logprobs of the same text differ by ${Number(shift.toPrecision(2))} at most`;
    return differing > 0
      ? found(
          "warning",
          `${share(differing, groups.length)} prompts got different texts in ${calls} calls; ${numbers}`,
          measured,
        )
      : found(
          "ok",
          `${groups.length} prompts got the same text each time in ${calls} calls; ${numbers}`,
          measured,
        );
  },
};

/** The largest difference between a token's log-probabilities over answers with the first one's tokens, in nats. */
function largestShift(group: ReadonlyArray<Reply>): number {
  const [first, ...others] = group.flatMap(({ answer: { run } }) => (run === null ? [] : [run]));
  if (first === undefined) return 0;
  const shifts = others
    .filter(({ tokens }) => tokens.join("\0") === first.tokens.join("\0"))
    .flatMap(({ logprobs }) =>
      [...logprobs].map((logprob, i) => Math.abs(logprob - (first.logprobs[i] ?? logprob))),
    );
  return Math.max(0, ...shifts.filter(Number.isFinite));
}
