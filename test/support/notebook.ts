import { readFileSync } from "node:fs";
import ts from "typescript";

/** A cell as nbformat 4.5 has it; a code cell has also its outputs. */
export interface Cell {
  readonly cell_type: string;
  readonly id: string;
  readonly metadata: object;
  readonly source: ReadonlyArray<string>;
  readonly outputs?: ReadonlyArray<unknown>;
  readonly execution_count?: number | null;
}

/** A Jupyter notebook. */
export interface Notebook {
  readonly nbformat: number;
  readonly nbformat_minor: number;
  readonly metadata: {
    readonly kernelspec: { readonly name: string; readonly display_name: string };
    readonly language_info: { readonly name: string };
  };
  readonly cells: ReadonlyArray<Cell>;
}

/** The notebook in a file. */
export function readNotebook(path: string): Notebook {
  return JSON.parse(readFileSync(path, "utf8"));
}

/** A cell's text. */
export function textOf({ source }: Cell): string {
  return source.join("");
}

/**
 * One TypeScript module of the code cells in order, which share a scope as in a kernel. What a kernel would show below a
 * cell, the value of its last line, goes as text into the file that the program's first argument names.
 */
export function moduleOf({ cells }: Notebook): string {
  const code = cells.filter(({ cell_type }) => cell_type === "code");
  return [
    'import { writeFileSync as keepShown } from "node:fs";',
    "const shown: Array<readonly [string, string | null]> = [];",
    ...code.map(shownCell),
    'keepShown(process.argv[2] ?? "", JSON.stringify(shown));\n',
  ].join("\n");
}

function shownCell(cell: Cell): string {
  const text = textOf(cell);
  const { statements } = ts.createSourceFile("cell.ts", text, ts.ScriptTarget.ES2022, true);
  const last = statements.at(-1);
  const id = JSON.stringify(cell.id);
  if (last === undefined || !ts.isExpressionStatement(last)) return `${text}\nshown.push([${id}, null]);`;
  return `${text.slice(0, last.getStart())}shown.push([${id}, String(${last.expression.getText()})]);`;
}
