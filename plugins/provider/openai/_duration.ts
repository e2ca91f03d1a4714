/** Milliseconds in a unit of time. */
const UNIT: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

const PART = /(\d+(?:\.\d+)?) ?(ms|d|h|m|s)/g;
const WHOLE = /^(?:\d+(?:\.\d+)? ?(?:ms|d|h|m|s) ?)+$/;

/** Milliseconds of a duration with units, such as `1m2.5s` or `340ms`; null where the text is none. */
export function readDuration(text: string): number | null {
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/milli(?:second)?s?\b/g, "ms")
    .replace(/(day|hour|minute|min|second|sec)s?\b/g, (_, unit: string) => unit.charAt(0));
  if (!WHOLE.test(plain)) return null;
  return [...plain.matchAll(PART)].reduce(
    (sum, [, value, unit]) => sum + Number(value) * (UNIT[unit ?? ""] ?? 0),
    0,
  );
}
