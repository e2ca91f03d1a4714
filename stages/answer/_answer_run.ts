import { exactRun, type Run } from "./_exact_run.ts";
import { spellings, withoutSpace } from "./_token_spelling.ts";
import { veiledRun } from "./_veiled_run.ts";

/** The tokens `first` to `last`, both included, that spell an answer. */
export interface AnswerRun {
  readonly first: number;
  readonly last: number;
  /** Whether tokens that are not the answer's were left out, or the last one goes on past its end. */
  readonly realigned: boolean;
}

/** The run of tokens that spells the text, white space aside, or null; `text` is not empty. */
export function answerRun(text: string, tokens: ReadonlyArray<string>): AnswerRun | null {
  const isWhole = tokens.join("") === text;
  if (withoutSpace(text) === "") return isWhole ? wholeList(tokens) : null;
  // What the search below would find, as for nearly every answer.
  if (isWhole && [tokens[0]!, tokens.at(-1)!].every(hasSigns)) return wholeList(tokens);
  const run = likeliestRun(text, tokens);
  if (run === null) return null;
  const { first, last } = withOuterSpace(text, tokens, run);
  const left = [...tokens.slice(0, first), ...tokens.slice(last + 1)];
  return { first, last, realigned: run.cut || !left.every(isFraming) };
}

function hasSigns(token: string): boolean {
  return withoutSpace(token) !== "";
}

function wholeList(tokens: ReadonlyArray<string>): AnswerRun {
  return { first: 0, last: tokens.length - 1, realigned: false };
}

function likeliestRun(text: string, tokens: ReadonlyArray<string>): Run | null {
  let cut: Run | null = null;
  for (const spelling of spellings(text, tokens)) {
    const run = exactRun(spelling);
    if (run !== null && !run.cut) return run;
    cut ??= run;
  }
  return veiledRun(text, tokens) ?? cut;
}

/** The run with the tokens of white space that the text itself begins and ends with. */
function withOuterSpace(text: string, tokens: ReadonlyArray<string>, run: Run): Run {
  let { first, last } = run;
  let before = leadingSpace(spaced(text)) - leadingSpace(spaced(tokens[first]!));
  while (first > 0 && fits(tokens[first - 1]!, before)) before -= spaced(tokens[--first]!).length;
  let after = trailingSpace(spaced(text)) - trailingSpace(spaced(tokens[last]!));
  while (last + 1 < tokens.length && fits(tokens[last + 1]!, after)) after -= spaced(tokens[++last]!).length;
  return { first, last, cut: run.cut };
}

function fits(token: string, room: number): boolean {
  const shown = spaced(token);
  return shown !== "" && shown.trim() === "" && shown.length <= room;
}

function leadingSpace(text: string): number {
  return text.length - text.trimStart().length;
}

function trailingSpace(text: string): number {
  return text.length - text.trimEnd().length;
}

/** The token with the marks of vocabularies for white space replaced by white space. */
function spaced(token: string): string {
  return token.replace(/[▁ĠĊĉč]|<0x(?:09|0[AaDd]|20)>/g, " ");
}

/** White space, nothing, or a token that only begins or ends a turn. */
function isFraming(token: string): boolean {
  return (
    withoutSpace(token).trim() === "" ||
    /^(?:<[|｜][^<>]*[|｜]>|<\/?s>|<(?:bos|eos|pad)>|<(?:start|end)_of_\w+>|\[(?:EOS|BOS)\])$/i.test(token)
  );
}
