/** Strikes a key out of a text, however its characters are written in JSON. */
export function striker(key: string | null): (text: string) => string {
  if (key === null) return (text) => text;
  const written = new RegExp([...key].map(spellings).join(""), "g");
  return (text) => text.replace(written, "[key]");
}

/** A character as itself, as `\u002b`, or behind a backslash. */
function spellings(character: string): string {
  const code = character.charCodeAt(0).toString(16).padStart(4, "0");
  const either = [...code].map((digit) => (/[a-f]/.test(digit) ? `[${digit}${digit.toUpperCase()}]` : digit));
  return `(?:\\\\?${character.replace(/[^\w]/, "\\$&")}|\\\\u${either.join("")})`;
}
