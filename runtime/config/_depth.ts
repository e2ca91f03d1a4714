/** No config comes near it; far deeper ones would exhaust the parser's stack. */
const DEEPEST = 100;

/** Where a YAML text is nested too deep to be parsed, or undefined. Brackets inside texts count too. */
export function firstTooDeep(text: string): number | undefined {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (character === "[" || character === "{") depth++;
    else if (depth > 0 && (character === "]" || character === "}")) depth--;
    if (depth > DEEPEST) return i;
  }
  return firstTooIndented(text);
}

/** In block style every level needs a column more than the one around it, or an indicator of its own. */
function firstTooIndented(text: string): number | undefined {
  const lead = new RegExp(`^[ \\t?:-]{${10 * DEEPEST}}`, "m");
  const found = lead.exec(text);
  return found === null ? undefined : found.index;
}
