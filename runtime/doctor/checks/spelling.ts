import { acceptTokens } from "../../../stages/answer/mod.ts";
import { type Check, counted, found, NOTHING_SEEN, share } from "../finding.ts";
import { repliesOf } from "../observed.ts";

/** Do the tokens spell the text. */
export const spelling: Check = {
  name: "spelling",
  look: (observed) => {
    const listed = repliesOf(observed).filter(({ answer: { run } }) => run !== null && run.tokens.length > 0);
    if (listed.length === 0) return NOTHING_SEEN;
    const faults = listed.flatMap(({ answer: { text, run } }) => {
      const accepted = acceptTokens(text, run);
      return accepted.ok || accepted.unspelt !== true ? [] : [accepted.why];
    });
    const measured = { answers: listed.length, unspelt: faults.length };
    return faults.length > 0
      ? found("failed", `not in ${share(faults.length, listed.length)} answers: ${counted(faults)}`, measured)
      : found("ok", `the tokens spell the text of ${share(listed.length, listed.length)} answers`, measured);
  },
};
