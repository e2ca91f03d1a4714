/** Where a text is wrong, in UTF-16 units from its start, and why. */
export interface Fault {
  readonly at: number;
  readonly says: string;
}

/** Keys and indices from the outermost value inwards. */
export type JsonPath = ReadonlyArray<PropertyKey>;

/** No row comes near it; what reads far deeper values would exhaust its stack. */
const DEEPEST = 100;

/** An object or list that is not closed yet. */
interface Frame {
  /** The key or index of the value that is being read. */
  current: string | number;
  /** Keys so far; null in a list. */
  readonly keys: Set<string> | null;
}

/** Where a reader stands; null where it is at a fault. */
type Step = (text: string, at: number, frames: Array<Frame>) => number | Fault;

/**
 * The first thing for which a text is no JSON (RFC 8259), or a key that stands twice in one object: parsers keep the
 * last of the two without a word, and not all of them do. Nesting beyond use is refused.
 *
 * @param onValue Told of every value where it starts, with the objects and lists around it.
 */
export function jsonFault(
  text: string,
  onValue?: (at: number, frames: ReadonlyArray<Frame>) => void,
): Fault | null {
  const frames: Array<Frame> = [];
  let at = afterBlank(text, 0);
  for (;;) {
    onValue?.(at, frames);
    if (frames.length > DEEPEST) return { at, says: "it is nested too deep" };
    const begun = begin(text, at, frames);
    if (typeof begun !== "number") return begun;
    const next = text[at] === "{" || text[at] === "[" ? begun : afterValue(text, begun, frames);
    if (next === END) return null;
    if (typeof next !== "number") return next;
    at = next;
  }
}

/** Where the value at a path starts, or the nearest thing around it; 0 where the text is no JSON before it. */
export function placeOf(text: string, path: JsonPath): number {
  let deepest = -1;
  let place = 0;
  jsonFault(text, (at, frames) => {
    if (frames.length <= deepest || frames.length > path.length) return;
    if (!frames.every(({ current }, depth) => current === path[depth])) return;
    deepest = frames.length;
    place = at;
  });
  return place;
}

const END = -1;

/** Goes over a scalar, or into an object or list up to the first value in it. */
const begin: Step = (text, at, frames) => {
  switch (text[at]) {
    case "{": {
      const first = afterBlank(text, at + 1);
      const frame: Frame = { current: "", keys: new Set() };
      if (text[first] === "}") return afterValue(text, first + 1, frames);
      frames.push(frame);
      return intoKey(text, first, frame);
    }
    case "[": {
      const first = afterBlank(text, at + 1);
      if (text[first] === "]") return afterValue(text, first + 1, frames);
      frames.push({ current: 0, keys: null });
      return first;
    }
    case '"':
      return afterString(text, at);
    default:
      return afterWord(text, at);
  }
};

/** From the end of a value to the start of the next, closing what ends in between. */
function afterValue(text: string, end: number, frames: Array<Frame>): number | Fault {
  let at = afterBlank(text, end);
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    const isList = frame.keys === null;
    if (text[at] === ",") return intoNext(text, afterBlank(text, at + 1), frame);
    if (text[at] !== (isList ? "]" : "}")) return wrong(text, at, isList ? '"," or "]"' : '"," or "}"');
    frames.pop();
    at = afterBlank(text, at + 1);
  }
  return at === text.length ? END : { at, says: `text after the end of the value, ${quoted(text, at)}` };
}

function intoNext(text: string, at: number, frame: Frame): number | Fault {
  if (frame.keys !== null) return intoKey(text, at, frame);
  frame.current = Number(frame.current) + 1;
  return at;
}

function intoKey(text: string, at: number, frame: Frame): number | Fault {
  if (text[at] !== '"') return wrong(text, at, "a key in double quotes");
  const end = afterString(text, at);
  if (typeof end !== "number") return end;
  const key = textOf(text.slice(at, end));
  if (frame.keys?.has(key)) return { at, says: `the key ${JSON.stringify(key)} stands here a second time` };
  frame.keys?.add(key);
  frame.current = key;
  const colon = afterBlank(text, end);
  return text[colon] === ":" ? afterBlank(text, colon + 1) : wrong(text, colon, '":"');
}

function textOf(literal: string): string {
  return literal.includes("\\") ? String(JSON.parse(literal)) : literal.slice(1, -1);
}

function afterString(text: string, start: number): number | Fault {
  for (let at = start + 1; ; ) {
    PLAIN.lastIndex = at;
    PLAIN.test(text);
    at = PLAIN.lastIndex;
    if (text[at] === '"') return at + 1;
    if (text[at] !== "\\") return wrong(text, at, "no control character inside a text");
    ESCAPE.lastIndex = at;
    if (!ESCAPE.test(text))
      return at + 1 === text.length ? cutOff(text) : wrong(text, at, "an escape that JSON has");
    at = ESCAPE.lastIndex;
  }
}

/** Everything but quotes, backslashes and control characters (RFC 8259, 7). */
const PLAIN = /[ !#-[\]-\uffff]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const WORD = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;

function afterWord(text: string, at: number): number | Fault {
  WORD.lastIndex = at;
  return WORD.test(text) ? WORD.lastIndex : wrong(text, at, "a value");
}

const BLANK = /[ \t\n\r]*/y;

function afterBlank(text: string, at: number): number {
  BLANK.lastIndex = at;
  BLANK.test(text);
  return BLANK.lastIndex;
}

function wrong(text: string, at: number, expected: string): Fault {
  return at >= text.length ? cutOff(text) : { at, says: `expected ${expected}, got ${quoted(text, at)}` };
}

function cutOff(text: string): Fault {
  return { at: text.length, says: "it ends in the middle of a value" };
}

/** The word or sign at a place. */
function quoted(text: string, at: number): string {
  const [found = ""] = /^(?:[\p{L}\p{N}_+.-]{1,20}|.)/su.exec(text.slice(at, at + 40)) ?? [];
  return JSON.stringify(found);
}
