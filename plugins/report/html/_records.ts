import type { Direction, EvalRecord } from "../../contract/mod.ts";
import { ABSENT, fixed, probability, visible } from "../wording.ts";
import { html, type Markup, trusted } from "./_markup.ts";
import type { ReportedModel } from "./_model.ts";
import type { RecordsData, ShownRecords } from "./_records_data.ts";
import { type Cell, numberCell, table, textCell } from "./_table.ts";

/** Every record that there is room for, model by model; each opens to its answer where there is a script. */
export function recordsSection(models: ReadonlyArray<ReportedModel>, data: RecordsData): Markup {
  const unasked = models.filter(({ result }) => result.records.size === 0);
  return html`<section id="records" aria-labelledby="records-title">
<h2 id="records-title">Records</h2>
<p>Every question as each model answered it. With JavaScript, a row opens to its question (the text of it where the config has <code>html</code> hold the questions), the answer, its tokens shaded by log-probability, and its features; without, all of that stands in <code>records.jsonl</code> and <code>answers.jsonl</code>.</p>
${leftOut(data)}${data.shown.map((records, i) => modelRecords(records, i))}${unasked.map(
  ({
    result,
  }) => html`<p>${visible(result.model)} ${ABSENT} no records: ${visible(result.reason ?? "it was not asked")}.</p>
`,
)}<script type="application/json" id="records-data">${trusted(data.json)}</script>
</section>
`;
}

/** What is kept out so that the page stays small. */
function leftOut({ shown, most, opening }: RecordsData): Markup {
  const rows = Math.max(0, ...shown.map(({ records }) => records.length));
  const isCut = shown.some(({ records, size }) => records.length < size);
  const lines = [
    "The alternatives of each token are not on this page; they stand in answers.jsonl.",
    ...(isCut ? [`The first ${rows} rows of each model are here; all of them stand in records.jsonl.`] : []),
    ...(opening < rows ? [`The first ${opening} of them open.`] : []),
    ...(Number.isFinite(most) ? [`Answers are cut after ${most} tokens, to keep the page below 2 MB.`] : []),
  ];
  return html`<p class="note">${lines.join(" ")}</p>
`;
}

const COLUMNS = [
  { title: "Row", isNumber: true },
  { title: "Date" },
  { title: "Called" },
  { title: "Came true" },
  { title: "Right" },
  { title: "Confidence", isNumber: true },
  { title: "After discount", isNumber: true },
  { title: "p_memorized", isNumber: true },
  { title: "Tokens", isNumber: true },
  { title: "State", isLong: true },
];

function modelRecords({ model, records, size }: ShownRecords, index: number): Markup {
  const name = visible(model.result.model);
  return html`<details class="records" data-model="${index}"><summary>${name}: ${size} records, ${failures(model)}</summary>
${table({
  id: `records-${index}`,
  caption: `Records of ${name}`,
  columns: COLUMNS,
  rows: records.map(cellsOf),
})}</details>
`;
}

function failures({ result }: ReportedModel): string {
  const { parseFailures } = result;
  return parseFailures === 0 ? "all of them read" : `${parseFailures} of them not read`;
}

function cellsOf(record: EvalRecord, row: number): ReadonlyArray<Cell> {
  const { targetDirection, date, pMemorized, tokens, marks } = record;
  const read = record.parseOk ? record : null;
  const state = record.parseOk ? marks.join(", ") : [record.failReason, ...marks].join(", ");
  const isRight = read === null ? null : read.predictedDirection === targetDirection;
  return [
    numberCell(row + 1, String),
    date === null ? { content: ABSENT } : textCell(date),
    read === null ? { content: ABSENT } : directionCell(read.predictedDirection),
    directionCell(targetDirection),
    isRight === null ? { content: ABSENT } : textCell(isRight ? "yes" : "no"),
    numberCell(read?.rawConfidence ?? null, two),
    numberCell(read?.penalizedConfidence ?? null, two),
    numberCell(pMemorized, (value) => probability(value, 3)),
    numberCell(tokens, String),
    textCell(visible(state)),
  ];
}

const DIRECTIONS: Readonly<Record<Direction, string>> = { "-1": "▼ down", 0: "– flat", 1: "▲ up" };

function directionCell(direction: Direction): Cell {
  return { content: DIRECTIONS[direction], sort: direction };
}

function two(value: number): string {
  return fixed(value, 2);
}
