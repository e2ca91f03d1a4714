/** Strikes a key out of a text, however its characters are written in JSON. */
export function striker(key: string | null): (text: string) => string {
  if (key === null) return (text) => text;
  const written = new RegExp([...key].map(spellings).join(""), "g");
  const plain = longestPlainPart(key);
  // Finding that there is no key takes a tenth of searching for it, and there hardly ever is one.
  return (text) =>
    text.includes(plain) || text.includes(ESCAPED_ASCII) ? text.replace(written, "[key]") : text;
}

const ESCAPED_ASCII = "\\u00";

/** What is written as it stands where nothing is written as `\u0041`. */
function longestPlainPart(key: string): string {
  const parts = key.split(/[^A-Za-z0-9]+/);
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), "");
}

/** A character as itself or as `\u002b`; one that is no letter or digit also behind a backslash. */
function spellings(character: string): string {
  const code = character.charCodeAt(0).toString(16).padStart(4, "0");
  const either = [...code].map((digit) => (/[a-f]/.test(digit) ? `[${digit}${digit.toUpperCase()}]` : digit));
  const itself = /[A-Za-z0-9]/.test(character) ? character : `\\\\?${character.replace(/[^\w]/, "\\$&")}`;
  return `(?:${itself}|\\\\u${either.join("")})`;
}
