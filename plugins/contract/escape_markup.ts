const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * A text as it stands in HTML, in an element or in a quoted attribute.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { escapeMarkup } from "recall-guard/plugin";
 *
 * assert.equal(escapeMarkup('<b title="x">'), "&lt;b title=&quot;x&quot;&gt;");
 * ```
 */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}
