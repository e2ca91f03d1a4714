/** A list of tokens and a text in one alphabet, without white space, so that they can be compared unit by unit. */
export interface Spelling {
  readonly text: string;
  readonly pieces: ReadonlyArray<string>;
}

/** Stands for a byte, or a part of a character, that an endpoint could not show. */
export const UNREADABLE = "\uFFFD";

/**
 * The ways endpoints spell a text in tokens, likeliest first. White space is left out on both sides, with the marks
 * that vocabularies use for it (`▁`, `Ġ`, `Ċ`, `ĉ`, `č`): servers trim and tidy it, and many lose a word's leading
 * space when they decode tokens one by one.
 */
export function* spellings(text: string, tokens: ReadonlyArray<string>): Generator<Spelling> {
  const dense = withoutSpace(text);
  yield { text: dense, pieces: tokens.map(withoutSpace) };
  yield byteSpelling(text, tokens);
  yield { text: utf8(dense), pieces: tokens.map((token) => withoutSpace(byteAlphabet(withoutSpace(token)))) };
}

/** The text and its tokens byte by byte, one unit each; bytes may be written `<0xE2>`, `\xe2` or `bytes:\xe2`. */
export function byteSpelling(text: string, tokens: ReadonlyArray<string>): Spelling {
  const pieces = tokens.map((token) => withoutSpace(byteNotation(withoutSpace(token))));
  return { text: utf8(withoutSpace(text)), pieces };
}

/** Removes ASCII white space and the marks of vocabularies for it. */
export function withoutSpace(text: string): string {
  return text.replace(/[\t-\r ▁ĠĊĉč]+/g, "");
}

/** The text of a token; where the endpoint could not show it but gives its bytes, valid text or `<0xE2>` per byte. */
export function legibleToken(sampled: {
  readonly token: string;
  readonly bytes?: ReadonlyArray<number> | null;
}): string {
  const { token, bytes } = sampled;
  if (!bytes?.length || !/^$|\uFFFD|^token_id:\d+$|^bytes:/.test(token)) return token;
  const raw = Buffer.from(bytes);
  if (raw.equals(Buffer.from(token, "utf8"))) return token;
  const text = raw.toString("utf8");
  if (!text.includes(UNREADABLE)) return text;
  return bytes
    .map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : `<0x${byte.toString(16).toUpperCase()}>`))
    .join("");
}

/** UTF-8 as a string with one unit per byte. */
function utf8(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}

function byteNotation(token: string): string {
  return token
    .replace(/^bytes:(?=.*\\x)/s, "")
    .replace(
      /<0x([0-9a-f]{2})>|\\x([0-9a-f]{2})|[\u0080-\u{10FFFF}]/giu,
      (unit, hex?: string, escaped?: string) => {
        const byte = hex ?? escaped;
        return byte === undefined ? shown(unit) : String.fromCharCode(Number.parseInt(byte, 16));
      },
    );
}

function byteAlphabet(token: string): string {
  return token.replace(/[\u0080-\u{10FFFF}]/gu, (unit) => BYTE_ALPHABET.get(unit) ?? shown(unit));
}

function shown(unit: string): string {
  return unit === UNREADABLE ? unit : utf8(unit);
}

/** The characters by which byte-level BPE writes bytes (Radford et al. 2019, `bytes_to_unicode` of GPT-2's encoder). */
const BYTE_ALPHABET = byteLevelAlphabet();

function byteLevelAlphabet(): ReadonlyMap<string, string> {
  const alphabet = new Map<string, string>();
  let moved = 0;
  for (let byte = 0; byte < 256; byte++) {
    const printable = (byte > 0x20 && byte < 0x7f) || (byte > 0xa0 && byte !== 0xad);
    const character = printable ? byte : 0x100 + moved++;
    alphabet.set(String.fromCharCode(character), String.fromCharCode(byte));
  }
  return alphabet;
}
