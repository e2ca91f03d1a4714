import { isMap, isNode, isPair, isSeq, type Node } from "yaml";
import { Issue } from "../../plugins/contract/mod.ts";
import { applyOverride, type Override, overrideText } from "./_override.ts";
import { type Objection, parseYaml } from "./_yaml.ts";

export type { Override } from "./_override.ts";
export type Path = ReadonlyArray<PropertyKey>;

/** A YAML text as plain data that still knows where everything stands. */
export interface Source {
  /** The file's name as it was given. */
  readonly name: string;
  readonly value: unknown;
  /** What is wrong with the text as YAML; `value` is meaningless where this is not empty. */
  readonly issues: ReadonlyArray<Issue>;
  /** `file:line:col` of the value at a path, or of the nearest thing around it. */
  readonly at: (path: Path) => string;
  /** `file:line:col` of the key at a path. */
  readonly keyAt: (path: Path) => string;
}

/** Reads YAML and sets what the command line sets; what is wrong with the text or the settings becomes issues. */
export function readSource(text: string, name: string, overrides: ReadonlyArray<Override> = []): Source {
  const { document, objections, lineCol } = parseYaml(text);
  const where = (offset: number) => {
    const { line, col } = lineCol(offset);
    return `${name}:${line}:${col}`;
  };
  const nowhere = { name, value: undefined, at: () => name, keyAt: () => name };
  const unreadable = objections.map(({ offset, says }: Objection) => cannotRead(where(offset), says));
  if (unreadable.length > 0) return { ...nowhere, issues: unreadable };
  const refused = overrides.flatMap((override) => {
    const says = applyOverride(document, override);
    return says === undefined ? [] : [new Issue({ at: overrideText(override), says })];
  });
  if (refused.length > 0) return { ...nowhere, issues: refused };
  try {
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    return { name, value, issues: [], ...positions(document.contents, name, where, overrides) };
  } catch {
    return { ...nowhere, issues: [cannotRead(name, "its aliases multiply beyond use")] };
  }
}

function cannotRead(at: string, says: string): Issue {
  return new Issue({ at, says: `Cannot read the YAML: ${says}` });
}

function positions(
  root: Node | null,
  name: string,
  where: (offset: number) => string,
  overrides: ReadonlyArray<Override>,
): Pick<Source, "at" | "keyAt"> {
  const locate = (path: Path, wantKey: boolean): string => {
    const set = overrides.findLast((o) => startsWith(path, o.path));
    if (set !== undefined) return overrideText(set);
    let node: unknown = root;
    let offset = root?.range?.[0] ?? 0;
    for (const [depth, part] of path.entries()) {
      const step = child(node, part);
      if (step === undefined) {
        const made = overrides.findLast((o) => startsWith(o.path, path.slice(0, depth + 1)));
        if (made !== undefined) return overrideText(made);
        break;
      }
      const last = depth === path.length - 1;
      offset = (last && wantKey ? step.key : undefined) ?? step.value ?? step.key ?? offset;
      node = step.node;
    }
    return root === null ? name : where(offset);
  };
  return { at: (path) => locate(path, false), keyAt: (path) => locate(path, true) };
}

function startsWith(path: Path, beginning: Path): boolean {
  return beginning.every((part, i) => String(part) === String(path[i]));
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
