import { measure } from "../../../stages/answer/mod.ts";
import { type Check, counted, found, NOTHING_SEEN } from "../finding.ts";
import { concessionOf, repliesOf } from "../observed.ts";

/** How many alternatives come with each token, and whether `min_k_pp` can be made of them. */
export const alternatives: Check = {
  name: "alternatives",
  look: (observed) => {
    const runs = repliesOf(observed).flatMap(({ answer: { run } }) => (run === null ? [] : [run]));
    const counts = runs.flatMap(({ ends }) => [...ends].map((end, i) => end - (ends[i - 1] ?? 0)));
    if (counts.length === 0) return NOTHING_SEEN;
    const asked = observed.sampling.topLogprobs;
    const [least, most] = [Math.min(...counts), Math.max(...counts)];
    const measured = { asked, least, most, positions: counts.length };
    const says = `${least === most ? least : `${least} to ${most}`} of ${asked} at ${counts.length} positions`;
    const faults = repliesOf(observed).flatMap(({ answer }) => {
      const measurement = measure(answer, null);
      return measurement.ok || measurement.failReason !== "error" ? [] : [measurement.why];
    });
    if (faults.length > 0) return found("failed", `${says}: ${counted(faults)}`, measured);
    const cap = concessionOf(observed, "top_logprobs");
    if (cap !== undefined) {
      return found(
        "warning",
        `top-logprobs-capped: ${says}; the endpoint takes no more than ${cap}`,
        measured,
      );
    }
    // A server may count the sampled token as one of them.
    return most < asked - 1
      ? found("warning", `top-logprobs-capped: ${says}`, measured)
      : found("ok", says, measured);
  },
};
