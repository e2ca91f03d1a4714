import { type Document, isCollection, isSeq } from "yaml";
import { parseYaml } from "./_yaml.ts";

/** A value set from the command line, as `--set path=value` says it. */
export interface Override {
  readonly path: ReadonlyArray<string>;
  readonly value: string;
}

/** How an override stands in a message. */
export function overrideText({ path, value }: Override): string {
  return `--set ${path.join(".")}=${value}`.replace(/\s+/g, " ");
}

/** Sets a value in a document; the answer is why it cannot be set, or undefined. */
export function applyOverride(document: Document, { path, value }: Override): string | undefined {
  const { document: given, objections } = parseYaml(value);
  if (objections[0] !== undefined) return `Cannot read the value as YAML: ${objections[0].says}`;
  const why = obstacle(document, path);
  if (why === undefined) document.setIn([...path], given.contents);
  return why;
}

/** Why nothing can be set at a path: an empty step, something on the way that holds no keys, no such list entry. */
function obstacle(document: Document, path: ReadonlyArray<string>): string | undefined {
  if (path.some((part) => part === "" || part === "__proto__"))
    return "expected keys with a dot between them";
  let around: unknown = document.contents;
  for (const [depth, part] of path.entries()) {
    const name = depth === 0 ? "the file" : `"${path.slice(0, depth).join(".")}"`;
    if (around === null || around === undefined) return undefined;
    if (!isCollection(around)) return `${name} holds no keys`;
    if (isSeq(around) && !(Number(part) < around.items.length && /^\d+$/.test(part))) {
      return `${name} is a list of ${around.items.length}, counted from 0; there is no "${part}" in it`;
    }
    around = around.get(part, true);
  }
  return undefined;
}
