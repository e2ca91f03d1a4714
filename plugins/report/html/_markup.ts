import { escapeMarkup } from "../../contract/mod.ts";

/** HTML that is safe to put into a page: texts in it have been escaped. */
export interface Markup {
  readonly html: string;
}

/** What may stand in a piece of markup; texts are escaped, null and false are nothing. */
export type Content = Markup | string | number | null | false | ReadonlyArray<Content>;

/** A piece of a page; every value in the template is escaped unless it is markup itself. */
export function html(parts: TemplateStringsArray, ...values: ReadonlyArray<Content>): Markup {
  return {
    html: parts.map((part, i) => part + (i < values.length ? written(values[i] ?? null) : "")).join(""),
  };
}

/** HTML of our own making, as it stands. */
export function trusted(text: string): Markup {
  return { html: text };
}

function written(content: Content): string {
  if (content === null || content === false) return "";
  if (typeof content === "string") return escapeMarkup(content);
  if (typeof content === "number") return String(content);
  return "html" in content ? content.html : content.map(written).join("");
}
