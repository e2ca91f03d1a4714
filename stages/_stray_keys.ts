import { suggestion } from "../plugins/contract/mod.ts";
import { type JsonPath, placeOf } from "./_json_scan.ts";
import type { LineText } from "./_line_text.ts";

/** A key that was probably meant as one that is read, in rows that lack that one. */
export interface StrayKey {
  /** Why it is told, from the number of its rows on. */
  readonly says: string;
  /** Where it stands first, both from 1. */
  readonly line: number;
  readonly column: number;
}

/** Looks at rows without a date for keys that are not read but were probably meant. */
export interface StrayKeys {
  readonly look: (row: LineText, line: number) => void;
  /** In the order in which they were met. */
  readonly found: () => ReadonlyArray<StrayKey>;
}

interface Met {
  readonly key: string;
  readonly hint: string;
  readonly line: number;
  readonly column: number;
  rows: number;
}

export function strayKeys(): StrayKeys {
  const met = new Map<string, Met>();
  const note = (path: JsonPath, hint: string, { text }: LineText, line: number) => {
    const key = path.map(String).join(".");
    const known = met.get(key) ?? { key, hint, line, column: placeOf(text, path) + 1, rows: 0 };
    known.rows++;
    met.set(key, known);
  };
  return {
    look: (row, line) => {
      if (!isObject(row.value)) return;
      const { metadata } = row.value;
      for (const key in row.value) {
        const hint = besidePrompt(key);
        if (hint?.fits(row.value[key], metadata)) note([key], hint.says, row, line);
      }
      if (!isObject(metadata)) return;
      for (const key in metadata) {
        const hint = inMetadata(key);
        if (hint?.fits(metadata[key], metadata)) note(["metadata", key], hint.says, row, line);
      }
    },
    found: () =>
      [...met.values()].map(({ key, hint, line, column, rows }) => {
        const says = `${rows} ${rows === 1 ? "row has" : "rows have"} "${key}", which is not read; ${hint}`;
        return { says, line, column };
      }),
  };
}

interface Hint {
  readonly says: string;
  /** Whether a value may be what was meant, beside the metadata of its row. */
  readonly fits: (value: unknown, metadata: unknown) => boolean;
}

const A_DATE: Hint = {
  says: 'dates are read from "metadata.date"',
  fits: (value) => typeof value === "string",
};
const ITS_DATE: Hint = {
  says: 'did you mean "metadata.date"?',
  fits: (value) => typeof value === "string" && /\d\d/.test(value),
};
const METADATA: Hint = {
  says: 'did you mean "metadata"?',
  fits: (value, metadata) => isObject(value) && metadata === undefined,
};

const besidePrompt = hints((key) => {
  if (key.toLowerCase() === "date") return A_DATE;
  return key !== "metadata" && suggestion(key, ["metadata"]) !== undefined ? METADATA : null;
});
const inMetadata = hints((key) => (suggestion(key, ["date"]) === undefined ? null : ITS_DATE));

/** Names that are remembered at most: some data have keys without end. */
const MOST = 1000;

/** What a key was probably meant as, found once for each. */
function hints(find: (key: string) => Hint | null): (key: string) => Hint | null {
  const known = new Map<string, Hint | null>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const hint = find(key);
    if (known.size < MOST) known.set(key, hint);
    return hint;
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
