import { flattened } from "../../plugins/contract/mod.ts";
import { type Difference, differences } from "../directory/mod.ts";

/** Named things, such as reports, stages or candidates, that only one run has, or that stand in another order. */
export interface ListDifference {
  readonly path: string;
  readonly onlyA: ReadonlyArray<string>;
  readonly onlyB: ReadonlyArray<string>;
  /** Whether those that both have stand in another order. */
  readonly isReordered: boolean;
}

/** Leaves that differ, and lists of named things that do. */
export interface Differing {
  readonly leaves: ReadonlyArray<Difference>;
  readonly lists: ReadonlyArray<ListDifference>;
}

/** How two plain values differ: what lists hold is compared by its name where it has one, `reports[html].with.questions`. */
export function differing(was: unknown, is: unknown, path = ""): Differing {
  const named = [namedItems(was, is), namedItems(is, was)];
  if (named[0] && named[1]) return ofLists(named[0], named[1], path);
  if (!isStruct(was) || !isStruct(is)) return { leaves: leavesOf(was, is, path), lists: [] };
  const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return merged(keys.map((key) => differing(was[key], is[key], path === "" ? key : `${path}.${key}`)));
}

type Named = ReadonlyMap<string, unknown>;

function ofLists(was: Named, is: Named, path: string): Differing {
  const [both, onlyA] = divided(was, is);
  const [again, onlyB] = divided(is, was);
  const isReordered = both.some((name, i) => name !== again[i]);
  const isSame = onlyA.length + onlyB.length === 0 && !isReordered;
  const { leaves, lists } = merged(
    both.map((name) => differing(was.get(name), is.get(name), `${path}[${name}]`)),
  );
  return { leaves, lists: [...(isSame ? [] : [{ path, onlyA, onlyB, isReordered }]), ...lists] };
}

/** The names that the other has, and those that it lacks. */
function divided(own: Named, other: Named) {
  const names = [...own.keys()];
  return [names.filter((name) => other.has(name)), names.filter((name) => !other.has(name))] as const;
}

/** A list's items by their names, or null where one has none; no list counts as an empty one beside a list. */
function namedItems(value: unknown, other: unknown): Named | null {
  const list = value === undefined && Array.isArray(other) ? [] : value;
  if (!Array.isArray(list) || (list.length === 0 && !isFilled(other))) return null;
  const items = new Map<string, unknown>();
  for (const item of list) {
    const name = nameOf(item);
    if (name === null) return null;
    items.set(unused(name, items), item);
  }
  return items;
}

function isFilled(list: unknown): boolean {
  return Array.isArray(list) && list.length > 0;
}

function nameOf(item: unknown): string | null {
  if (typeof item === "string") return item;
  const name = isStruct(item) ? (item["use"] ?? item["name"]) : null;
  return typeof name === "string" ? name : null;
}

/** `html`, then `html (2)`. */
function unused(name: string, taken: Named): string {
  let free = name;
  for (let count = 2; taken.has(free); count++) free = `${name} (${count})`;
  return free;
}

function leavesOf(was: unknown, is: unknown, path: string): ReadonlyArray<Difference> {
  return differences(Object.fromEntries(flattened(was, path)), Object.fromEntries(flattened(is, path)));
}

function merged(parts: ReadonlyArray<Differing>): Differing {
  return { leaves: parts.flatMap(({ leaves }) => leaves), lists: parts.flatMap(({ lists }) => lists) };
}

function isStruct(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
