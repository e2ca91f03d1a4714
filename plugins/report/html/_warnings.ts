import type { Report } from "../../contract/mod.ts";
import { visible } from "../wording.ts";
import { html, type Markup } from "./_markup.ts";
import { type ReportedModel, warningsOf } from "./_model.ts";
import { table, textCell } from "./_table.ts";
import { whyWarned } from "./_why_warned.ts";

/** What was warned of the inputs and of each model, and why. */
export function warningsSection(models: ReadonlyArray<ReportedModel>, report: Report): Markup {
  const rows = models.flatMap((model) => warningsOf(model).map((warning) => ({ model, warning })));
  const { warnings } = report.provenance;
  return html`<section id="warnings" aria-labelledby="warnings-title">
<h2 id="warnings-title">Warnings</h2>
${
  warnings.length === 0
    ? html`<p>Nothing was warned of the inputs.</p>
`
    : html`<p>Of the inputs, before anything was asked:</p>
<ul>${warnings.map((text) => html`<li>${visible(text)}</li>`)}</ul>
`
}${
  rows.length === 0
    ? html`<p>Nothing was warned of any model.</p>
`
    : table({
        id: "warnings-table",
        caption: "Warnings of models; one that blocks removes its model from the ranking",
        columns: [
          { title: "Model" },
          { title: "Warning" },
          { title: "Blocks" },
          { title: "Why", isLong: true },
        ],
        rows: rows.map(({ model, warning }) => [
          textCell(visible(model.result.model)),
          textCell(visible(warning)),
          textCell(report.gates.blocking.includes(warning) ? "yes" : "no"),
          textCell(visible(whyWarned(warning, model, report))),
        ]),
      })
}<p class="note">What else was told while the run asked stands in <code>manifest.json</code>.</p>
</section>
`;
}
