import { visible } from "./_text.ts";

/** An element with its attributes in order; an attribute that is null is left out. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number | null>>;
  readonly children?: ReadonlyArray<Element> | string;
}

/** A document as XML 1.0: no text can leave its place, and no sign is there that XML does not have. */
export function xmlDocument(root: Element): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${lines(root, "").join("\n")}\n`;
}

function lines({ name, attributes, children = [] }: Element, indent: string): ReadonlyArray<string> {
  const pairs = Object.entries(attributes).flatMap(([key, value]) =>
    value === null ? [] : [` ${key}="${escaped(String(value))}"`],
  );
  const open = `${indent}<${name}${pairs.join("")}`;
  if (typeof children === "string") return [`${open}>${text(children)}</${name}>`];
  if (children.length === 0) return [`${open}/>`];
  return [`${open}>`, ...children.flatMap((child) => lines(child, `${indent}  `)), `${indent}</${name}>`];
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Text between tags; lines stay lines. */
function text(content: string): string {
  return content.split("\n").map(escaped).join("\n");
}

/** One line; what XML 1.0 cannot hold is written out as `\u{1b}`. */
function escaped(line: string): string {
  return visible(line)
    .replace(/[\ufffe\uffff]/g, (sign) => `\\u{${sign.charCodeAt(0).toString(16)}}`)
    .replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? "");
}
