import { isPlain } from "./_portrait.ts";

/** A value in which every text that is one of these names is another, also among keys of maps and in what is iterated. */
export function renamed<A>(value: A, names: ReadonlyMap<string, string>): A;
export function renamed(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof value === "string") return names.get(value) ?? value;
  if (Array.isArray(value)) return value.map((part) => renamed(part, names));
  if (ArrayBuffer.isView(value)) return structuredClone(value);
  if (value instanceof Map) {
    return new Map([...value].map(([key, part]) => [renamed(key, names), renamed(part, names)]));
  }
  if (!isPlain(value)) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, renamed(part, names)]));
  if (!isIterable(value)) return copy;
  return {
    ...copy,
    *[Symbol.iterator]() {
      for (const part of value) yield renamed(part, names);
    },
  };
}

/** A value that may be changed without the other. */
export function copied<A>(value: A): A {
  return renamed(value, new Map());
}

function isIterable(value: object): value is Iterable<unknown> {
  return Symbol.iterator in value;
}
