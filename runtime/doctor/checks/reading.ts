import { readAnswer } from "../../../stages/answer/mod.ts";
import { type Check, counted, found, NOTHING_SEEN, share } from "../finding.ts";
import { repliesOf } from "../observed.ts";

/** Can a direction and a confidence be read. */
export const reading: Check = {
  name: "answers",
  look: (observed) => {
    const replies = repliesOf(observed).filter(({ probe }) => probe === "call");
    if (replies.length === 0) return NOTHING_SEEN;
    const read = replies.map(({ answer }) => readAnswer(answer.text, answer.finishReason));
    const why = read.flatMap(({ direction, confidence, why }) =>
      direction === null || confidence === null ? [why ?? "no answer"] : [],
    );
    const good = replies.length - why.length;
    const measured = { answers: replies.length, read: good };
    const says = `a direction and a confidence can be read in ${share(good, replies.length)} answers`;
    if (why.length === 0) return found("ok", says, measured);
    return found(good === 0 ? "failed" : "warning", `${says}: ${counted(why)}`, measured);
  },
};
