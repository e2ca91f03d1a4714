/** A value's leaves by their paths, such as `results[0].score` and `0.5`; functions and effects are not looked into. */
export type Portrait = ReadonlyMap<string, string>;

/** Deeper values are not the contract's. */
const DEEPEST = 30;

/** What a value looks like now, to be compared with what it looks like later. */
export function portrait(value: unknown): Portrait {
  const leaves = new Map<string, string>();
  const draw = (at: string, inner: unknown, depth: number): void => {
    const parts = depth > DEEPEST ? null : partsOf(inner);
    if (parts === null) leaves.set(at, leaf(inner));
    else for (const [step, part] of parts) draw(at + step, part, depth + 1);
    if (parts?.length === 0) leaves.set(at, "empty");
  };
  draw("", value, 0);
  return leaves;
}

/** Where two portraits differ first; null where they do not. */
export function firstDifference(before: Portrait, after: Portrait): string | null {
  for (const [at, leaf] of before) if (after.get(at) !== leaf) return inWords(at);
  for (const at of after.keys()) if (!before.has(at)) return inWords(at);
  return null;
}

function inWords(at: string): string {
  return at === "" ? "the whole" : at.replace(/^\./, "");
}

type Parts = ReadonlyArray<readonly [step: string, part: unknown]>;

function partsOf(value: unknown): Parts | null {
  if (Array.isArray(value)) return value.map((part, i) => [`[${i}]`, part]);
  if (value instanceof Map) return [...value].map(([key, part]) => [`.${String(key)}`, part]);
  if (ArrayBuffer.isView(value)) return Object.entries(value).map(([at, part]) => [`[${at}]`, part]);
  if (!isPlain(value)) return null;
  const keyed: Parts = Object.entries(value).map(([key, part]) => [`.${key}`, part]);
  return isIterable(value) ? [...keyed, ...[...value].map((part, i) => [`[${i}]`, part] as const)] : keyed;
}

/** An object that is data, not of a class such as a stream. */
export function isPlain(value: unknown): value is object {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function isIterable(value: object): value is Iterable<unknown> {
  return Symbol.iterator in value && typeof value[Symbol.iterator] === "function";
}

function leaf(value: unknown): string {
  if (typeof value === "function" || typeof value === "object") return value === null ? "null" : typeof value;
  return Object.is(value, -0) ? "-0" : `${typeof value} ${String(value)}`;
}
