import { createHash } from "node:crypto";
import { Effect } from "effect";
import type { Report } from "../../contract/mod.ts";
import { drawnFigures } from "../figures/drawn_figures.ts";
import { besideLines, picked, visible } from "../wording.ts";
import { figuresSection } from "./_figures.ts";
import { html, type Markup, trusted } from "./_markup.ts";
import { type ReportedModel, reportedModels } from "./_model.ts";
import { numbersSection } from "./_numbers_section.ts";
import { provenanceSection } from "./_provenance.ts";
import { rankingSection } from "./_ranking.ts";
import { recordsSection } from "./_records.ts";
import { recordsData } from "./_records_data.ts";
import { SCRIPT } from "./_script.ts";
import { BASE } from "./_style_base.ts";
import { PARTS } from "./_style_parts.ts";
import { verdictsSection } from "./_verdicts.ts";
import { warningsSection } from "./_warnings.ts";

/** The page is smaller than this, in bytes. */
const LARGEST = 2_000_000;

/** Of what the rest of the page leaves, for the records; less where their names and marks turn out to be long. */
const SHARES = [0.95, 0.7, 0.4, 0.1];

const STYLE = BASE + PARTS;

/** What the page holds. */
export interface PageOptions {
  /** Whether the text of the questions is in it. */
  readonly questions: boolean;
}

/** The text of `report.html`: all of a run on one page that asks nothing of any network. */
export const writePage = Effect.fn("html.page")(function* (report: Report, { questions }: PageOptions) {
  const models = reportedModels(report);
  const above = [
    verdictsSection(models, report),
    rankingSection(models, report),
    figuresSection(yield* drawnFigures(report)),
    numbersSection(models, report.analysis),
    warningsSection(models, report),
  ];
  const below = provenanceSection(report);
  const rest = Buffer.byteLength(pageOf(report, models, [...above, below]));
  const room = Math.max(0, LARGEST - rest);
  let page = "";
  for (const share of SHARES) {
    const data = yield* recordsData(models, report, { room: share * room, questions });
    page = pageOf(report, models, [...above, recordsSection(models, data), below]);
    if (Buffer.byteLength(page) < LARGEST) break;
  }
  return page;
});

/** Nothing is fetched, sent or run but the page's own style and script. */
function policy(): string {
  const hash = (text: string) => `'sha256-${createHash("sha256").update(text, "utf8").digest("base64")}'`;
  return [
    "default-src 'none'",
    `style-src ${hash(STYLE)}`,
    `script-src ${hash(SCRIPT)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

const CONTENTS = [
  ["verdicts", "What may be said"],
  ["ranking", "Ranking"],
  ["figures", "Figures"],
  ["numbers", "Numbers"],
  ["warnings", "Warnings"],
  ["records", "Records"],
  ["provenance", "Provenance"],
] as const;

function pageOf(
  report: Report,
  models: ReadonlyArray<ReportedModel>,
  sections: ReadonlyArray<Markup>,
): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trusted(policy())}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${`recall-guard: ${models.length} ${plural(models, "model")}`}</title>
<style>${trusted(STYLE)}</style>
</head>
<body>
<div class="page">
<a class="skip" href="#verdicts">Skip to the verdicts</a>
<header>
<h1>Reasoning, or recall?</h1>
${lead(report, models)}
<nav aria-label="Contents"><ul>${CONTENTS.map(([id, title]) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>
<noscript><p class="note">Sorting tables and opening records needs JavaScript; everything else is here without it.</p></noscript>
</header>
<main>
${sections}</main>
<p id="status" class="quiet" role="status"></p>
</div>
<script>${trusted(SCRIPT)}</script>
</body>
</html>
`;
  return page.html;
}

function lead(report: Report, models: ReadonlyArray<ReportedModel>): Markup {
  const best = picked(report).map(({ model }) => visible(model));
  const rows = Math.max(0, ...models.map(({ result }) => result.records.size));
  const gates = visible(report.gates.name);
  return html`<p class="lead">${models.length} ${plural(models, "model")} on ${rows} questions each. ${
    best.length === 0 ? `${gates} picks no model` : `${gates} picks: ${best.join(", ")}`
  }${besideLines(report).map((line) => `; ${line}`)}.</p>
<p class="note">p_memorized is a discount, not a certificate: a score from these models, these corpora and this calibration.</p>`;
}

function plural(of: ReadonlyArray<unknown>, word: string): string {
  return of.length === 1 ? word : `${word}s`;
}
