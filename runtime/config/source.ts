import { isMap, isNode, isPair, isSeq, LineCounter, type Node, parse, parseDocument } from "yaml";
import { Issue } from "../../plugins/contract/mod.ts";

export type Path = ReadonlyArray<PropertyKey>;

/** A YAML text as plain data that still knows where everything stands. */
export interface Source {
  readonly value: unknown;
  /** What is wrong with the text as YAML; `value` is meaningless where this is not empty. */
  readonly issues: ReadonlyArray<Issue>;
  /** `file:line:col` of the value at a path, or of the nearest thing around it. */
  readonly at: (path: Path) => string;
  /** `file:line:col` of the key at a path. */
  readonly keyAt: (path: Path) => string;
}

/** A value set from the command line, as `--set path=value` says it. */
export interface Override {
  readonly path: ReadonlyArray<string>;
  readonly value: string;
}

/**
 * Reads YAML 1.2 (core schema). Duplicate keys, tags, several documents and aliases that multiply beyond use are
 * refused.
 */
export function readSource(text: string, name: string, overrides: ReadonlyArray<Override> = []): Source {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    schema: "core",
    uniqueKeys: true,
    merge: false,
  });
  const where = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${name}:${line}:${col}`;
  };
  const wrong = [...document.errors, ...document.warnings].map(
    (error) =>
      new Issue({ at: where(error.pos[0]), says: `Cannot read the YAML: ${oneLine(error.message)}` }),
  );
  const none = { at: () => name, keyAt: () => name };
  if (wrong.length > 0) return { value: undefined, issues: wrong, ...none };
  for (const { path, value } of overrides) document.setIn([...path], document.createNode(parse(value)));
  try {
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    return { value, issues: [], ...positions(document.contents, name, where, overrides) };
  } catch (error) {
    const says = `Cannot read the YAML: ${oneLine(error instanceof Error ? error.message : String(error))}`;
    return { value: undefined, issues: [new Issue({ at: name, says })], ...none };
  }
}

function positions(
  root: Node | null,
  name: string,
  where: (offset: number) => string,
  overrides: ReadonlyArray<Override>,
): Pick<Source, "at" | "keyAt"> {
  const locate = (path: Path, wantKey: boolean): string => {
    const set = overrides.find((o) => o.path.every((part, i) => part === String(path[i])));
    if (set !== undefined) return `--set ${set.path.join(".")}=${set.value}`;
    let node: unknown = root;
    let offset = root?.range?.[0] ?? 0;
    for (const [depth, part] of path.entries()) {
      const step = child(node, part);
      if (step === undefined) break;
      const last = depth === path.length - 1;
      offset = (last && wantKey ? step.key : undefined) ?? step.value ?? step.key ?? offset;
      node = step.node;
    }
    return root === null ? name : where(offset);
  };
  return { at: (path) => locate(path, false), keyAt: (path) => locate(path, true) };
}

interface Step {
  readonly node: unknown;
  readonly key: number | undefined;
  readonly value: number | undefined;
}

function child(node: unknown, part: PropertyKey): Step | undefined {
  if (isMap(node)) {
    const pair = node.items.find(({ key }) => isNode(key) && String(key.toJSON()) === String(part));
    if (!isPair(pair)) return undefined;
    return { node: pair.value, key: start(pair.key), value: start(pair.value) };
  }
  if (isSeq(node) && typeof part === "number") {
    const item = node.items[part];
    return item === undefined ? undefined : { node: item, key: undefined, value: start(item) };
  }
  return undefined;
}

function start(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}

function oneLine(message: string): string {
  return message.replace(/\s+/g, " ").trim();
}
