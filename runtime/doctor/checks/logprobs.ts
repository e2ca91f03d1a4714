import { acceptTokens } from "../../../stages/answer/mod.ts";
import { type Check, counted, type Found, found, NOTHING_SEEN, share } from "../finding.ts";
import { type Observed, repliesOf } from "../observed.ts";

/** Are there log-probabilities, and can every one of them be used. */
export const logprobs: Check = {
  name: "logprobs",
  look: (observed) => {
    const replies = repliesOf(observed);
    if (replies.length === 0) return refusal(observed) ?? NOTHING_SEEN;
    const faults = replies.flatMap(({ answer: { text, run } }) => {
      const accepted = acceptTokens(text, run);
      return accepted.ok || accepted.unspelt === true ? [] : [accepted.why];
    });
    const measured = { answers: replies.length, faulty: faults.length };
    return faults.length > 0
      ? found(
          "failed",
          `unusable in ${share(faults.length, replies.length)} answers: ${counted(faults)}`,
          measured,
        )
      : found("ok", `usable for every token of ${share(replies.length, replies.length)} answers`, measured);
  },
};

function refusal({ attempts }: Observed): Found | null {
  const error = attempts.find(({ error }) => error?.refusedParameter?.endsWith("logprobs") === true)?.error;
  return error == null ? null : found("failed", `refused: ${error.message}`);
}
