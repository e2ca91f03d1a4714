import { ABSENT } from "../wording.ts";
import { type Content, html, type Markup } from "./_markup.ts";

/** A cell; `sort` is what a column is sorted by, absent where the cell has no value. Numbers sort as they are shown. */
export interface Cell {
  readonly content: Content;
  readonly sort?: string | number;
}

/** A heading, and what its column holds: short texts unless told. */
export interface Column {
  readonly title: string;
  readonly isNumber?: boolean;
  /** Whether its texts are long enough to be broken. */
  readonly isLong?: boolean;
}

/** A table whose columns sort where there is a script; it scrolls inside its own region. */
export interface Table {
  readonly id: string;
  readonly caption: string;
  readonly columns: ReadonlyArray<Column>;
  readonly rows: ReadonlyArray<ReadonlyArray<Cell>>;
  /** Stands below however the rows are sorted. */
  readonly last?: ReadonlyArray<Cell>;
}

/** The table; the first cell of a row names it. */
export function table({ id, caption, columns, rows, last }: Table): Markup {
  return html`<div class="region" role="region" aria-labelledby="${id}-caption" tabindex="0">
<table id="${id}" class="sortable"><caption id="${id}-caption">${caption}</caption>
<thead><tr>${columns.map((column) => html`<th scope="col"${kindOf(column)}>${column.title}</th>`)}</tr></thead>
<tbody>${rows.map((row) => rowMarkup(row, columns))}</tbody>${
    last === undefined
      ? null
      : html`
<tfoot>${rowMarkup(last, columns)}</tfoot>`
  }
</table></div>
`;
}

function rowMarkup(cells: ReadonlyArray<Cell>, columns: ReadonlyArray<Column>): Markup {
  return html`<tr>${cells.map((cell, i) => cellMarkup(cell, columns[i], i === 0))}</tr>
`;
}

function cellMarkup({ content, sort }: Cell, column: Column | undefined, isHeading: boolean): Markup {
  const isPlain = sort === undefined || content === sort || column?.isNumber === true;
  const key = isPlain ? null : html` data-sort="${sort}"`;
  return isHeading
    ? html`<th scope="row"${key}>${content}</th>`
    : html`<td${kindOf(column)}${key}>${content}</td>`;
}

function kindOf({ isNumber = false, isLong = false }: Partial<Column> = {}): Markup | null {
  if (isNumber) return html` class="n"`;
  return isLong ? html` class="long"` : null;
}

/** A text that sorts as it reads. */
export function textCell(text: string): Cell {
  return { content: text, sort: text };
}

/** A number as it is written; a dash where there is none. */
export function numberCell(value: number | null, say: (value: number) => string): Cell {
  return value === null || !Number.isFinite(value)
    ? { content: ABSENT }
    : { content: say(value), sort: value };
}
