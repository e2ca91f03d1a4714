import { escapeMarkup } from "../../plugins/contract/mod.ts";
import { printable } from "../printable.ts";
import type { Comparison } from "./compare.ts";
import { type Section, sections } from "./words.ts";

/** A comparison as a page of its own: nothing is loaded and nothing runs in it. */
export function comparisonHtml(found: Comparison): string {
  const title = `${found.a.directory} and ${found.b.directory}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${text(`Comparison of ${title}`)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Comparison of two runs</h1>
<dl>
${run("A", found.a)}
${run("B", found.b)}
</dl>
${sections(found).map(section).join("\n")}
<p>Shares are of right answers on the rows that both runs asked, an unread answer counting as wrong; p is two-sided and
paired by row. Skill shows after the model's training cutoff alone, the later one of the two runs; Holm's p holds over all
models that were tested there.</p>
</main>
</body>
</html>
`;
}

const STYLE = `
:root { color-scheme: light dark; --ink: #1b1b1f; --paper: #fff; --line: #c6c6cd; --soft: #f2f2f6; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e6ea; --paper: #17171a; --line: #4a4a52; --soft: #222227; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 72rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin: 2rem 0 0.5rem; }
dt { font-weight: 600; } dd { margin: 0 0 0.5rem; overflow-wrap: anywhere; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { border-bottom: 1px solid var(--line); padding: 0.3rem 0.8rem 0.3rem 0; text-align: left; vertical-align: top; }
thead th { background: var(--soft); white-space: nowrap; }
tbody th { font-weight: 600; } td { overflow-wrap: break-word; min-width: 4rem; max-width: 30rem; }
li { overflow-wrap: anywhere; }
@media print { .wide { overflow: visible; } main { max-width: none; } }
`;

function run(name: string, { directory, version, endpoint, gates }: Comparison["a"]): string {
  const facts = [
    `recall-guard ${version}`,
    `answers from ${endpoint}`,
    ...(gates === null ? [] : [`gates ${gates}`]),
  ];
  return `<dt>${name}</dt><dd>${text(directory)} (${text(facts.join(", "))})</dd>`;
}

function section({ title, head, rows, lines }: Section): string {
  return [
    `<section aria-label="${text(title)}">`,
    `<h2>${text(title)}</h2>`,
    ...(rows.length === 0 ? [] : [table(title, head, rows)]),
    ...(lines.length === 0 ? [] : [`<ul>${lines.map((line) => `<li>${text(line)}</li>`).join("")}</ul>`]),
    "</section>",
  ].join("\n");
}

function table(
  title: string,
  head: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>,
): string {
  const headings = head.map((name) => `<th scope="col">${text(name)}</th>`).join("");
  const body = rows.map(([first = "", ...cells]) => {
    const rest = cells.map((cell) => `<td>${text(cell)}</td>`).join("");
    return `<tr><th scope="row">${text(first)}</th>${rest}</tr>`;
  });
  return [
    `<div class="wide" tabindex="0" role="region" aria-label="${text(`Table: ${title}`)}">`,
    `<table><thead><tr>${headings}</tr></thead>`,
    `<tbody>${body.join("\n")}</tbody></table></div>`,
  ].join("\n");
}

function text(plain: string): string {
  return escapeMarkup(printable(plain));
}
