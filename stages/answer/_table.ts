import { POISON } from "./_characters.ts";

const RULE = /^[-|: \u2014=+]+$/;

function cellsOf(line: string): readonly string[] {
  return line
    .replace(/^ ?\|/, "")
    .replace(/\| ?$/, "")
    .split("|")
    .map((cell) => cell.trim());
}

function isHeader(cells: readonly string[]): boolean {
  const named = (name: RegExp) => cells.filter((cell) => name.test(cell)).length === 1;
  return named(/^direction\b[^:=]{0,40}$/i) && named(/^confidence\b[^:=]{0,40}$/i);
}

function labelledRow(header: readonly string[], row: readonly string[]): string {
  const whole = header.length === row.length;
  return header
    .map((name, i) =>
      /^(?:direction|confidence)\b/i.test(name) ? `${name}: ${whole ? row[i] : POISON}` : "",
    )
    .filter((line) => line !== "")
    .join("\n");
}

/** The text with every table that has a direction and a confidence column written as labelled lines. */
export function withLabelledTables(text: string): string {
  if (!text.includes("|")) return text;
  let header: readonly string[] | null = null;
  const lines: string[] = [];
  for (const line of text.split("\n")) {
    const cells = line.includes("|") ? cellsOf(line) : [];
    if (cells.length < 2) {
      header = line.trim() === "" ? header : null;
      lines.push(line);
    } else if (isHeader(cells)) {
      header = cells;
      lines.push("");
    } else if (header === null) lines.push(line);
    else lines.push(RULE.test(line) ? "" : labelledRow(header, cells));
  }
  return lines.join("\n");
}
