import { acceptTokens, TOKENS_REALIGNED } from "../../../stages/answer/mod.ts";
import { type Check, found, NOTHING_SEEN, share } from "../finding.ts";
import { type Reply, repliesOf } from "../observed.ts";

const BLOCK = /<\/?(?:\w+:)?(?:think|thinking|thought|reasoning|analysis)\b/i;

/** Does reasoning leak into the tokens or the text. */
export const reasoning: Check = {
  name: "reasoning",
  look: (observed) => {
    const replies = repliesOf(observed);
    if (replies.length === 0) return NOTHING_SEEN;
    const outside = replies.map(tokensOutside);
    const leaking = outside.filter((count) => count > 0).length;
    const blocks = replies.filter(({ answer }) => BLOCK.test(answer.text)).length;
    const empty = replies.filter(
      ({ answer }) => answer.text === "" && (answer.run?.tokens.length ?? 0) > 0,
    ).length;
    const measured = { answers: replies.length, leaking, most_outside: Math.max(...outside), blocks, empty };
    const leaks = [
      leaking > 0
        ? `tokens stand outside ${share(leaking, replies.length)} answers, up to ${measured.most_outside}`
        : "",
      blocks > 0 ? `a reasoning block stands in the text of ${share(blocks, replies.length)}` : "",
      empty > 0 ? `${share(empty, replies.length)} have tokens but no text` : "",
    ].filter((text) => text !== "");
    return leaks.length > 0
      ? found("warning", leaks.join("; "), measured)
      : found(
          "ok",
          `nothing but the answer is in ${share(replies.length, replies.length)} answers`,
          measured,
        );
  },
};

/** Listed tokens that are not the answer's. */
function tokensOutside({ answer: { text, run } }: Reply): number {
  const accepted = acceptTokens(text, run);
  if (run === null || !accepted.ok || !accepted.marks.includes(TOKENS_REALIGNED)) return 0;
  return run.tokens.length - accepted.tokens.length;
}
