/** Where an object of a text starts and ends (exclusive). */
export interface JsonSpan {
  readonly start: number;
  readonly end: number;
  readonly value: unknown;
}

type Span = readonly [start: number, end: number];

// A JSON string holds no raw line break, so one resets a quote that was only prose.
const STRUCTURE = /[{}"\n]|\\./g;

function balancedSpans(text: string): readonly Span[] {
  const spans: Span[] = [];
  const open: number[] = [];
  let quoted = false;
  for (const { 0: mark, index } of text.matchAll(STRUCTURE)) {
    if (mark === "\n" || open.length === 0) quoted = false;
    if (mark === '"' && open.length > 0) quoted = !quoted;
    if (quoted) continue;
    if (mark === "{") open.push(index);
    const start = mark === "}" ? open.pop() : undefined;
    if (start !== undefined) spans.push([start, index + 1]);
  }
  return spans.sort((a, b) => a[0] - b[0]);
}

function parseObject(source: string): { readonly value: unknown } | null {
  if (!/^\{\s{0,20}["}]/.test(source)) return null;
  try {
    return { value: JSON.parse(source) };
  } catch {
    return null;
  }
}

/** The outermost spans that a JSON parser accepts, in order; the work stays linear in the length of the text. */
export function jsonSpans(text: string): readonly JsonSpan[] {
  const found: JsonSpan[] = [];
  let allowance = 8 * text.length;
  let taken = 0;
  for (const [start, end] of balancedSpans(text)) {
    if (start < taken) continue;
    allowance -= end - start;
    if (allowance < 0) break;
    const parsed = parseObject(text.slice(start, end));
    if (parsed === null) continue;
    found.push({ start, end, value: parsed.value });
    taken = end;
  }
  return found;
}
