/** A text that a plugin made, and what it is called. */
export interface Made {
  /** A file's name, or `the screen`. */
  readonly name: string;
  readonly text: string;
}

/** No text says these where it means a number or a name, save in a sentence: `where it is undefined`. */
const NOT_TOLD =
  /(?<![\w.])NaN(?!\w)|\[object \w+\]|(?<!\b(?:is|are|be|was|were)\s)(?<![\w.])undefined(?!\w)/;

/** A program in a page is nothing that the page tells; the data of one are. */
const PROGRAM = /<script(?![^>]*json)[^>]*>[\s\S]*?<\/script>/g;

/** What stands in a text where a number or a name belongs; null where nothing does. */
export function notTold({ name, text: written }: Made): string | null {
  const text = name.endsWith(".html")
    ? written.replace(PROGRAM, (part) => part.replace(/[^\n]+/g, ""))
    : written;
  const found = NOT_TOLD.exec(text);
  if (found === null) return null;
  const line = text.slice(0, found.index).split("\n").length;
  return `writes "${found[0]}" on line ${line} of ${name}; where there is no number, write nothing, null or a dash, and the reason`;
}

/** Ways in which a name does harm, by the ending of the file that it stands in; `screen` for the terminal. */
const HARMS: ReadonlyArray<{
  readonly in: RegExp;
  readonly harm: RegExp;
  readonly says: string;
}> = [
  {
    in: /^the screen$|\.(md|txt|html|svg|xml)$/,
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is looked for
    harm: /\u001b\[31m/,
    says: "lets a model's name steer the terminal; write control characters out, such as with JSON.stringify",
  },
  {
    in: /^the screen$|\.(md|txt)$/,
    harm: /^forged line/m,
    says: "lets a model's name begin a line of its own; write line breaks out, such as with JSON.stringify",
  },
  {
    in: /\.(md|html|svg|xml)$/,
    harm: /<img src=x/,
    says: "lets a model's name become markup; escape & and <",
  },
  {
    in: /\.[ct]sv$/,
    harm: /(^|[,;\t\n])"?=cmd/,
    says: "lets a model's name become a formula; put ' before a cell that begins with = + - or @",
  },
];

/** How a hostile name does harm in a text; null where it does none. */
export function harm({ name, text }: Made): string | null {
  const found = HARMS.find(({ in: where, harm }) => where.test(name) && harm.test(text));
  if (found !== undefined) return `${found.says} (${name})`;
  return /\.jsonl?$/.test(name) ? notJson(name, text) : null;
}

function notJson(name: string, text: string): string | null {
  const values = name.endsWith("l") ? text.split("\n").filter((line) => line !== "") : [text];
  const broken = values.findIndex((value) => !isJson(value));
  return broken < 0 ? null : `writes what is no JSON on line ${broken + 1} of ${name}; use JSON.stringify`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
