import { signOfWord } from "./_words.ts";

const START = "(?:^|\\n|[.!?:;,] |\\bplease )";
const IT = "(?:that|this|(?:the|my) (?:answer|prediction|forecast)(?: above)?|the above(?: answer)?)";
const WRONG =
  "(?:wrong|incorrect|reversed|mistaken|a mistake|an error|(?:only |just |merely )?an? (?:placeholder|example)(?! of))";
const TAKEN_BACK = new RegExp(
  "\\b(?:scratch that|take (?:that|it|this) back)\\b" +
    `|${START}(?:disregard|ignore|forget) (?:that|this|the above|my (?:answer|prediction|forecast|previous))\\b(?! if\\b)` +
    `|${START}${IT}(?: is|['’]s| was) ${WRONG}\\b`,
  "i",
);
const VALUE = "(?<![\\w.])([-+]?[01])(?:\\.0)?(?= ?(?:[.,;:!?)}\\n]|$))(?!\\.\\d)";
const MONTH = "(?<!\\b(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}\\.? )";
const CORRECTION = new RegExp(
  "\\b(?:actually|correction|corrected|wait(?= ?[,.!:;—-])|instead(?! of)|rather(?! than)|revised?|revising|should be" +
    "|make (?:that|it)|i mean|meant|oops|sorry|no(?=[,.!:;])|on (?:second thought|reflection)|change (?:that|it|my))\\b" +
    `(?:[^\\n.]{0,40}?|\\. )${MONTH}${VALUE}`,
  "gi",
);
const AGAIN = new RegExp(
  "(?:^|\\n|[.!?] )(?:(?:so|thus|therefore|hence),? )?(?:the |my )?(?:final )?" +
    "(?:answer|prediction|forecast|edit|update)\\b(?: is|:) ?[[({]{0,2}([-+]?[01])(?:\\.0)?" +
    "(?= ?(?:[.,;:!?)}\\]\\n]|$)| (?:given|as|since|because|for|due|after|based)\\b)(?!\\.\\d)",
  "gi",
);
const ALONE = /(?:^|\n)[[({]{0,2}([-+]?[01])(?:\.0)?[\])}]{0,2}(?=\n|$)/g;
const IN_WORDS =
  /(?:^|\n|[.!?] )(?:it should be|i meant|i(?:['’]d| would| will) go with) (\p{L}{1,20})(?: instead)?(?=[.!\n]|$)/giu;

/** What an answer is followed by. */
interface Behind {
  /** The text behind its direction. */
  readonly direction: string;
  /** The text behind both its values. */
  readonly answer: string;
}

/** Whether what follows an answer takes it back, in words or with another unlabelled direction. */
export function isRetracted(behind: Behind, direction: number): boolean {
  if (TAKEN_BACK.test(behind.direction)) return true;
  const given = [
    ...behind.direction.matchAll(CORRECTION),
    ...behind.answer.matchAll(AGAIN),
    ...behind.answer.matchAll(ALONE),
  ];
  if (given.some(([, value]) => Number(value) !== direction)) return true;
  const words = [...behind.direction.matchAll(IN_WORDS)];
  return words.some(([, word = ""]) => (signOfWord(word) ?? direction) !== direction);
}
