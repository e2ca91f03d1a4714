/** What a value has under a key; undefined where it is no object or has no such key of its own. */
export function at(value: unknown, key: string | number): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? Reflect.get(value, key)
    : undefined;
}

export function textAt(value: unknown, key: string): string | null {
  const found = at(value, key);
  return typeof found === "string" ? found : null;
}

/** A finite number, or null. */
export function numberAt(value: unknown, key: string): number | null {
  const found = at(value, key);
  return typeof found === "number" && Number.isFinite(found) ? found : null;
}

export function listAt(value: unknown, key: string): ReadonlyArray<unknown> | null {
  const found = at(value, key);
  return Array.isArray(found) ? found : null;
}

const COMMENTS = /^(?:\s*:[^\n]*\n)+/;
const STRING_OR_NO_NUMBER = /"(?:[^"\\]|\\.)*"|-?\b(?:nan|inf(?:inity)?)\b/gi;

/**
 * A body as JSON; undefined where it is none. Lines that only keep a connection alive may stand before it, and the
 * numbers that some servers write though JSON has none (NaN, -inf, Infinity) are null.
 */
export function parseBody(body: string): unknown {
  const text = body.replace(COMMENTS, "");
  return (
    parse(text) ??
    parse(text.replace(STRING_OR_NO_NUMBER, (match) => (match.startsWith('"') ? match : "null")))
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
