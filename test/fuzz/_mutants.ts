import fc from "fast-check";

/** A change of bytes; places are counted round the end, so that every number is one. */
type Edit =
  | { readonly kind: "cut"; readonly at: number; readonly length: number }
  | { readonly kind: "end"; readonly at: number }
  | { readonly kind: "copy"; readonly from: number; readonly length: number; readonly at: number }
  | { readonly kind: "insert"; readonly at: number; readonly text: string }
  | { readonly kind: "number"; readonly at: number; readonly text: string }
  | { readonly kind: "flip"; readonly at: number; readonly bit: number };

/** What readers of text and numbers stumble over. */
const STUMBLES = [
  "\uFEFF",
  "\u0000",
  "\u001a",
  "\u001b[2J",
  "\u2028",
  "\r",
  "\n",
  "\t",
  "\\ud800",
  "\\u0000",
  '"',
  "'",
  "\\",
  "{",
  "}",
  "[",
  "]",
  "[[[[[[[[[[[[[[[[[[[[",
  "[".repeat(2000),
  "null",
  "true",
  "~",
  "-",
  ":",
  ",",
  "NaN",
  "__proto__",
  "constructor",
  "0x1f",
  "010",
  "2024-02-30",
  "no",
  "&a ",
  "*a",
  "<<: ",
  "!!js ",
  "---\n",
  "# ",
  "../../x",
  "\ud83d\ude00",
  "١",
];
const NUMBERS = [
  "0",
  "-0",
  "-1",
  "1e999",
  "-1e-400",
  "0.5",
  "1.0",
  "9007199254740993",
  "1e3",
  "NaN",
  '"1"',
  "null",
];

const place = fc.nat(1 << 24);
const edit = (words: ReadonlyArray<string>): fc.Arbitrary<Edit> =>
  fc.oneof(
    fc.record({ kind: fc.constant("cut" as const), at: place, length: fc.integer({ min: 1, max: 40 }) }),
    fc.record({ kind: fc.constant("end" as const), at: place }),
    fc.record({
      kind: fc.constant("copy" as const),
      from: place,
      length: fc.integer({ min: 1, max: 80 }),
      at: place,
    }),
    fc.record({
      kind: fc.constant("insert" as const),
      at: place,
      text: fc.constantFrom(...STUMBLES, ...words),
    }),
    fc.record({ kind: fc.constant("number" as const), at: place, text: fc.constantFrom(...NUMBERS) }),
    fc.record({ kind: fc.constant("flip" as const), at: place, bit: fc.nat(7) }),
  );

/** Bytes that came of changes; a failing property shows them as Latin-1. */
export interface Mutant {
  readonly bytes: Uint8Array;
  readonly [fc.toStringMethod]: () => string;
}

function toMutant(bytes: Uint8Array): Mutant {
  return { bytes, [fc.toStringMethod]: () => JSON.stringify(Buffer.from(bytes).toString("latin1")) };
}

/** A few changes of one of some texts, mostly one or two. */
export function mutants(
  seeds: ReadonlyArray<string>,
  words: ReadonlyArray<string> = [],
): fc.Arbitrary<Mutant> {
  const edits = fc.oneof(
    { weight: 3, arbitrary: fc.array(edit(words), { minLength: 1, maxLength: 2 }) },
    { weight: 1, arbitrary: fc.array(edit(words), { minLength: 3, maxLength: 12 }) },
  );
  return fc
    .tuple(fc.constantFrom(...seeds), edits)
    .map(([seed, changes]) => toMutant(changes.reduce(changed, new TextEncoder().encode(seed))));
}

function changed(bytes: Uint8Array, edit: Edit): Uint8Array {
  const at = edit.at % (bytes.length + 1);
  const around = (middle: Uint8Array, after = at) =>
    Uint8Array.from(Buffer.concat([bytes.subarray(0, at), middle, bytes.subarray(after)]));
  switch (edit.kind) {
    case "cut":
      return around(NOTHING, at + edit.length);
    case "end":
      return bytes.slice(0, at);
    case "copy": {
      const from = edit.from % (bytes.length + 1);
      return around(bytes.slice(from, from + edit.length));
    }
    case "insert":
      return around(new TextEncoder().encode(edit.text));
    case "number":
      return numberChanged(bytes, at, edit.text);
    case "flip": {
      const flipped = bytes.slice();
      if (at < flipped.length) flipped[at] = (flipped[at] ?? 0) ^ (1 << edit.bit);
      return flipped;
    }
  }
}

const NOTHING = new Uint8Array(0);

/** The first number behind a place by another; bytes are taken for Latin-1, so that each keeps its place. */
function numberChanged(bytes: Uint8Array, at: number, text: string): Uint8Array {
  const latin = Buffer.from(bytes).toString("latin1");
  const head = latin.slice(0, at);
  return new Uint8Array(Buffer.from(head + latin.slice(at).replace(/-?\d+(?:\.\d+)?/, text), "latin1"));
}
