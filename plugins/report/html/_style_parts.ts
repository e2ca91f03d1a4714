const CARDS = `
.cards { display: grid; gap: 0.9rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 21rem), 1fr)); }
.card { border: 1px solid var(--line); border-radius: 8px; padding: 0.9rem 1rem 0.5rem; background: var(--raised); min-width: 0; }
.card p { margin: 0.45rem 0; font-size: 0.95rem; }
.standing { color: var(--muted); }
.standing strong { color: var(--ink); }
.truth { border-top: 1px dashed var(--line); padding-top: 0.45rem; }
.label { font-weight: 600; }
.badge { display: inline-block; border: 1px solid currentColor; border-radius: 999px; padding: 0 0.55rem; font-size: 0.85rem; font-weight: 600; }
.badge.memory { color: var(--memory); background: var(--memory-ground); }
.badge.clear { color: var(--clear); background: var(--clear-ground); }
.badge.open { color: var(--open); background: var(--open-ground); }
`;

const TABLES = `
.region { overflow-x: auto; max-width: 100%; margin: 0.5rem 0 1rem; border: 1px solid var(--line); border-radius: 8px; }
table { border-collapse: collapse; font-size: 0.9rem; font-variant-numeric: tabular-nums; }
.sortable { width: 100%; }
caption { text-align: left; padding: 0.5rem 0.75rem; color: var(--muted); font-size: 0.88rem; }
th, td { padding: 0.4rem 0.65rem; text-align: left; vertical-align: top; border-top: 1px solid var(--line); }
thead th { border-top: 1px solid var(--line); background: var(--raised); font-weight: 600; vertical-align: bottom; }
tbody th, tfoot th { font-weight: 600; overflow-wrap: break-word; min-width: 7rem; max-width: 18rem; }
td, tfoot th { white-space: nowrap; }
.n { text-align: right; }
.ci { display: block; font-size: 0.86em; color: var(--muted); }
td.long { white-space: normal; min-width: 12.5rem; max-width: 40rem; overflow-wrap: anywhere; }
tfoot th, tfoot td { color: var(--muted); font-weight: 400; }
tbody tr:hover > * { background: var(--raised); }
#warnings-table td.long { min-width: 19rem; }
thead button { text-align: inherit; font: inherit; color: inherit; background: none; border: 0; padding: 0.15rem 0; cursor: pointer; }
thead button::after { content: "\u00a0↕"; color: var(--muted); }
th[aria-sort="ascending"] button::after { content: "\u00a0↑"; color: var(--ink); }
th[aria-sort="descending"] button::after { content: "\u00a0↓"; color: var(--ink); }
#inputs-table code, #config-table code { overflow-wrap: normal; }
`;

/** The palette of the figures, brighter on a dark ground. */
const FIGURES = `
.figures { display: grid; gap: 1.5rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 22rem), 1fr)); align-items: start; }
.figure { margin: 0; min-width: 0; }
.drawing { border: 1px solid var(--line); border-radius: 8px; padding: 0.75rem; }
.drawing svg { display: block; width: 100%; height: auto; max-width: 34rem; margin: 0 auto; color: var(--ink); }
figcaption { font-size: 0.88rem; color: var(--muted); margin-top: 0.5rem; }
@media (prefers-color-scheme: dark) {
  .drawing [fill="#0072B2"] { fill: #4FA8DE; } .drawing [stroke="#0072B2"] { stroke: #4FA8DE; }
  .drawing [fill="#D55E00"] { fill: #FF8A3D; } .drawing [stroke="#D55E00"] { stroke: #FF8A3D; }
  .drawing [fill="#009E73"] { fill: #2FC79A; } .drawing [stroke="#009E73"] { stroke: #2FC79A; }
  .drawing [fill="#777777"] { fill: #A0A8B0; } .drawing [stroke="#777777"] { stroke: #A0A8B0; }
}
`;

const RECORDS = `
.records .region { max-height: 44rem; overflow: auto; }
.records thead th { position: sticky; top: 0; z-index: 1; }
.records tbody th { min-width: 4rem; text-align: right; font-weight: 400; }
.opener { font: inherit; color: var(--accent); background: none; border: 0; padding: 0.1rem 0.2rem; cursor: pointer; white-space: nowrap; min-width: 2.6rem; text-align: right; }
.opener::before { content: "▸"; display: inline-block; width: 1.1em; text-align: left; }
.opener[aria-expanded="true"]::before { content: "▾"; }
.detail > td { background: var(--raised); padding: 0.9rem; white-space: normal; }
.opened { display: grid; gap: 0.9rem 2rem; width: min(74rem, calc(100vw - 5rem)); position: sticky; left: 0.9rem; }
@media (min-width: 60rem) { .opened { grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); } }
.side { display: grid; gap: 0.9rem; align-content: start; min-width: 0; }
.part-title { font-weight: 600; font-size: 0.85rem; color: var(--muted); margin: 0 0 0.25rem; }
.text { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: isolate; }
.tokens { margin: 0; white-space: pre-wrap; max-width: none; line-height: 1.9; unicode-bidi: isolate; }
.tokens span { border-radius: 3px; padding: 0.12em 0; box-shadow: inset -1px 0 0 var(--raised); }
.lp-1 { background: var(--lp-1); } .lp-2 { background: var(--lp-2); }
.lp-3 { background: var(--lp-3); } .lp-4 { background: var(--lp-4); text-decoration: underline dotted; }
.lp-5 { background: var(--lp-5); text-decoration: underline; } .lp-none { outline: 1px dashed var(--muted); }
.least { margin: 0; columns: 14rem; }
.features th, .features td { padding: 0.2rem 0.75rem; background: none; position: static; }
.records .features th:first-child { text-align: left; padding-left: 0; }
.pairs { margin: 0; }
`;

const PRINT = `
@media print {
  :root { --ground: #fff; --raised: #fff; --ink: #000; --muted: #333; --line: #bbb; --accent: #000; --memory: #000; --clear: #000; --open: #000; --memory-ground: #fff; --clear-ground: #fff; --open-ground: #fff; color-scheme: light; }
  body { font-size: 9.5pt; }
  .page { max-width: none; padding: 0; }
  nav, .skip, .records, #records-data { display: none; }
  .region { overflow: visible; border: 0; }
  .region table { font-size: 7.5pt; }
  th, td { padding: 0.2rem 0.35rem; }
  thead button::after { content: none; }
  section { break-before: auto; margin-top: 1rem; }
  .card, .figure, tr { break-inside: avoid; }
  .figures { display: block; columns: 2; }
}
`;

/** The parts of the page. */
export const PARTS = CARDS + TABLES + FIGURES + RECORDS + PRINT;
