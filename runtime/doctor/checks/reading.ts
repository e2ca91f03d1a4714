import { beginning, readAnswer } from "../../../stages/answer/mod.ts";
import { type Check, counted, found, NOTHING_SEEN, share } from "../finding.ts";
import { repliesOf } from "../observed.ts";

/** Can a direction and a confidence be read. */
export const reading: Check = {
  name: "answers",
  look: (observed) => {
    const replies = repliesOf(observed).filter(({ probe }) => probe === "call");
    if (replies.length === 0) return NOTHING_SEEN;
    const unread = replies.flatMap(({ answer: { text, finishReason } }) => {
      const { direction, confidence, why } = readAnswer(text, finishReason);
      return direction === null || confidence === null ? [{ why: why ?? "no answer", text }] : [];
    });
    const good = replies.length - unread.length;
    const measured = { answers: replies.length, read: good };
    const says = `a direction and a confidence can be read in ${share(good, replies.length)} answers`;
    const [first] = unread;
    if (first === undefined) return found("ok", says, measured);
    const why = `${counted(unread.map(({ why }) => why))}; the first is ${beginning(first.text)}`;
    return found(good === 0 ? "failed" : "warning", `${says}: ${why}`, measured);
  },
};
