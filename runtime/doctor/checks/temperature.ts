import type { TokenRun } from "../../../plugins/contract/mod.ts";
import { type Check, counted, found, NOTHING_SEEN, share } from "../finding.ts";
import { concessionOf, type Reply, repliesOf, reportsOf } from "../observed.ts";
import { differingProbes } from "./same_calls.ts";

/**
 * Is the temperature what was asked. At 0 every token is the likeliest one; where identical calls differ and some
 * tokens are not, the endpoint samples. One of the two alone is no proof: near ties and other servers' sums do it.
 */
export const temperature: Check = {
  name: "temperature",
  look: (observed) => {
    const replies = repliesOf(observed);
    if (replies.length === 0) return NOTHING_SEEN;
    const asked = observed.sampling.temperature;
    const name = "temperature-not-honoured";
    if (concessionOf(observed, "temperature") !== undefined) {
      return found("warning", `${name}: the endpoint refuses temperature ${asked}`, { asked });
    }
    const reported = reportsOf(observed).flatMap((report) => report.temperature ?? []);
    const others = reported.filter((value) => value !== asked).map(String);
    if (others.length > 0)
      return found("warning", `${name}: reported as ${counted(others)}, not ${asked}`, { asked });
    const { likeliest, tokens } = likeliestOf(replies);
    const measured = { asked, tokens, likeliest, reported: reported[0] ?? null };
    if (asked !== 0) return found("unmeasured", `cannot be seen at ${asked}`, measured);
    if (tokens === 0) return found("unmeasured", "cannot be seen without alternatives", measured);
    const says = `${share(likeliest, tokens)} tokens are the likeliest of their alternatives`;
    const differing = differingProbes(replies);
    return likeliest < tokens && differing > 0
      ? found("warning", `${name}: identical calls differ, and ${says}`, measured)
      : found("ok", says, measured);
  },
};

function likeliestOf(replies: ReadonlyArray<Reply>): { readonly likeliest: number; readonly tokens: number } {
  const flags = replies.flatMap(({ answer: { run } }) => (run === null ? [] : likeliestIn(run)));
  return { likeliest: flags.filter((flag) => flag).length, tokens: flags.length };
}

/** Rounding of half precision, in nats. */
const ROUNDING = 1e-3;

function likeliestIn({ logprobs, alternatives, ends }: TokenRun): ReadonlyArray<boolean> {
  return [...logprobs].flatMap((logprob, i) => {
    const own = alternatives.subarray(ends[i - 1] ?? 0, ends[i]);
    return own.length === 0 || Number.isNaN(logprob) ? [] : [logprob >= Math.max(...own) - ROUNDING];
  });
}
