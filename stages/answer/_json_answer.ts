import { PLACEHOLDER } from "./_characters.ts";
import { confidenceOf } from "./_confidence.ts";
import { directionOf } from "./_direction.ts";
import { type JsonSpan, jsonSpans } from "./_json_spans.ts";
import { UNREADABLE, type Value } from "./_value.ts";

/** What one object says; an absent key is null. */
export interface JsonReading {
  readonly direction: Value | null;
  readonly confidence: Value | null;
}

/** The readings of one span, or null where the object repeats a key and so contradicts itself. */
export type JsonAnswer = readonly JsonReading[] | null;

const KEYS = /"\s{0,9}(?:direction|confidence)\s{0,9}"\s{0,99}:/gi;

function single(value: unknown, read: (text: string) => Value): Value {
  if (typeof value === "number") return Number.isFinite(value) ? read(String(value)) : UNREADABLE;
  return typeof value === "string" ? read(value.trim()) : UNREADABLE;
}

function readings(root: unknown): readonly JsonReading[] {
  const found: JsonReading[] = [];
  const left: unknown[] = [root];
  while (left.length > 0) {
    const node = left.pop();
    if (typeof node !== "object" || node === null) continue;
    const entries = Object.entries(node);
    const named = (name: string) => entries.filter(([key]) => key.trim().toLowerCase() === name);
    const directions = named("direction").map(([, value]) => single(value, directionOf));
    const confidences = named("confidence").map(([, value]) => single(value, confidenceOf));
    for (let i = 0; i < Math.max(directions.length, confidences.length); i += 1) {
      found.push({ direction: directions[i] ?? null, confidence: confidences[i] ?? null });
    }
    for (const [, value] of entries.reverse()) left.push(value);
  }
  return found;
}

function answerOf(text: string, span: JsonSpan): JsonAnswer {
  const found = readings(span.value);
  const written = text.slice(span.start, span.end).match(KEYS)?.length ?? 0;
  const read = found.reduce((n, r) => n + (r.direction ? 1 : 0) + (r.confidence ? 1 : 0), 0);
  return written === read ? found : null;
}

/** The text with each JSON object replaced by a numbered placeholder, and what the objects say. */
export function takeJson(text: string): { readonly text: string; readonly answers: readonly JsonAnswer[] } {
  const answers: JsonAnswer[] = [];
  let rest = "";
  let from = 0;
  for (const span of jsonSpans(text)) {
    rest += `${text.slice(from, span.start)} ${PLACEHOLDER}${answers.length}${PLACEHOLDER} `;
    answers.push(answerOf(text, span));
    from = span.end;
  }
  return { text: rest + text.slice(from), answers };
}
