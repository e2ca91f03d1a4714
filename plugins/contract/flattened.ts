/**
 * Leaves of plain data by their paths, as JSON; an empty list or struct is a leaf.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { flattened } from "recall-guard/plugin";
 *
 * assert.deepEqual(flattened({ a: [1, { b: "x" }], c: {} }), [["a[0]", "1"], ["a[1].b", '"x"'], ["c", "{}"]]);
 * ```
 */
export function flattened(value: unknown, path = ""): ReadonlyArray<readonly [string, string]> {
  if (value === undefined) return [];
  const isList = Array.isArray(value);
  const parts = typeof value === "object" && value !== null ? Object.entries(value) : [];
  if (parts.length === 0) return [[path, JSON.stringify(value)]];
  return parts.flatMap(([key, part]) =>
    flattened(part, isList ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`),
  );
}
