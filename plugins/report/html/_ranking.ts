import type { CiBound, Report } from "../../contract/mod.ts";
import {
  ABSENT,
  besideLines,
  four,
  interval,
  MAJORITY_ROW,
  parseShare,
  percent,
  probability,
  ranksOf,
  verdictWords,
  visible,
} from "../wording.ts";
import { html, type Markup } from "./_markup.ts";
import { type ReportedModel, warningsOf } from "./_model.ts";
import { type Cell, type Column, numberCell, table, textCell } from "./_table.ts";

/** The ranking with intervals and tiers, sortable; what other gate sets would have said below. */
export function rankingSection(models: ReadonlyArray<ReportedModel>, report: Report): Markup {
  const { gates } = report;
  const words = verdictWords(report);
  return html`<section id="ranking" aria-labelledby="ranking-title">
<h2 id="ranking-title">Ranking</h2>
<p>By the gate set <strong>${visible(gates.name)}</strong>, score <code>${gates.formula}</code>. A model passes with ${gates.words.passed.replaceAll("`", "")}. Models of one tier cannot be told apart.</p>
${rankingTable(models, report)}${besideLines(report).map(
  (line) => html`<p class="beside">${line}.</p>
`,
)}${
  words.length === 0
    ? null
    : html`<details><summary>What ${visible(gates.name)} found of each model</summary><dl>${words.map(
        ({ model, says = [] }) => html`<dt>${visible(model)}</dt><dd>${visible(says.join(". "))}.</dd>`,
      )}</dl></details>
`
}${
  gates.words.reading === ""
    ? null
    : html`<p class="note">${gates.words.reading.replaceAll("`", "")}</p>
`
}</section>
`;
}

interface Entry {
  readonly model: ReportedModel;
  readonly rank: number | null;
}

interface RankColumn extends Column {
  readonly cell: (entry: Entry) => Cell;
  /** In the row of the majority direction. */
  readonly last?: Cell;
  /** Left out where no model has a value. */
  readonly isOptional?: boolean;
}

function rankingTable(models: ReadonlyArray<ReportedModel>, report: Report): Markup {
  const ranks = ranksOf(report);
  const entries = models.map((model, i) => ({ model, rank: ranks[report.order[i] ?? -1] ?? null }));
  const columns = columnsOf(report.majority.accuracy).filter(
    ({ isOptional = false, cell }) => !isOptional || entries.some((entry) => cell(entry).sort !== undefined),
  );
  return table({
    id: "ranking-table",
    caption:
      "Models by score, best first, and those without one as the config names them, with 95 % intervals; the last row is the majority direction of the eval set",
    columns,
    rows: entries.map((entry) => columns.map(({ cell }) => cell(entry))),
    last: columns.map(({ last }) => last ?? { content: ABSENT }),
  });
}

function columnsOf(majority: CiBound): ReadonlyArray<RankColumn> {
  const number = (title: string, cell: RankColumn["cell"], isOptional = false): RankColumn => {
    return { title, cell, isNumber: true, isOptional };
  };
  return [
    {
      title: "Model",
      cell: ({ model }) => textCell(visible(model.result.model)),
      last: { content: MAJORITY_ROW },
    },
    number("Rank", ({ rank }) => numberCell(rank, String)),
    number("Score", ({ model: { verdict } }) => numberCell(verdict.survives ? verdict.score : null, four)),
    number("Tier", detail("tier", String), true),
    number(
      "P(top 3)",
      detail("p_top3", (value) => probability(value, 2)),
      true,
    ),
    {
      ...number("Raw Acc (CI)", ({ model }) => boundCell(model.result.rawAccuracy)),
      last: boundCell(majority),
    },
    number("MemGuard Acc (CI)", ({ model }) => boundCell(model.result.memguardAccuracy)),
    number("MCS-AUC (CI)", ({ model }) => boundCell(model.result.mcsAuc)),
    number("Parse %", ({ model }) => numberCell(parseShare(model.result), percent)),
    {
      title: "Warnings",
      isLong: true,
      cell: ({ model }) => textCell(warningsOf(model).map(visible).join(", ")),
      last: { content: "" },
    },
  ];
}

function detail(name: string, say: (value: number) => string): RankColumn["cell"] {
  return ({ model }) => numberCell(model.verdict.details?.[name] ?? null, say);
}

/** A point with its interval below it, sorted by the point. */
export function boundCell(bound: CiBound | null): Cell {
  const text = interval(bound);
  if (bound === null || text === ABSENT) return { content: ABSENT };
  const [point = "", ends = ""] = text.split(" ");
  return { content: html`${point} <span class="ci">${ends}</span>`, sort: bound.point };
}
