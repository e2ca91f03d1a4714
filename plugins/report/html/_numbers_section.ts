import type { AccuracyFinding, CiBound, Known, ModelAnalysis, RunAnalysis } from "../../contract/mod.ts";
import { ABSENT, fixed, interval, probability, pValue, visible } from "../wording.ts";
import { html, type Markup } from "./_markup.ts";
import type { ReportedModel } from "./_model.ts";
import { boundCell } from "./_ranking.ts";
import { type Cell, type Column, numberCell, table, textCell } from "./_table.ts";

/** What the verdicts rest on, in two tables, with the reason of every dash. */
export function numbersSection(models: ReadonlyArray<ReportedModel>, { blind }: RunAnalysis): Markup {
  const found = models.flatMap((model) => model.found ?? []);
  return html`<section id="numbers" aria-labelledby="numbers-title">
<h2 id="numbers-title">Numbers behind the verdicts</h2>
<p>${
    blind.ok
      ? `The prompts alone, read without any model, tell the corpora apart by an AUC of ${interval(blind.value.auc)}.`
      : `The prompts alone were not judged: ${blind.reason}.`
  }</p>
${numbersTable("memory-table", "What the answers tell of memory", MEMORY, found)}${numbersTable(
  "accuracy-table",
  "Accuracy around the cutoff, and what is left when memory is discounted",
  ACCURACY,
  found,
)}</section>
`;
}

interface Measure extends Column {
  readonly of: (model: ModelAnalysis) => Known<CiBound | number | string>;
  readonly say?: (value: number) => string;
}

function numbersTable(
  id: string,
  caption: string,
  measures: ReadonlyArray<Measure>,
  models: ReadonlyArray<ModelAnalysis>,
): Markup {
  const reasons = reasonsOf(measures, models);
  return html`${table({
    id,
    caption,
    columns: [{ title: "Model" }, ...measures],
    rows: models.map((model) => [
      textCell(visible(model.model)),
      ...measures.map((measure) => cellOf(measure, model)),
    ]),
  })}${
    reasons.length === 0
      ? null
      : html`<details><summary>Why a dash stands</summary><ul>${reasons.map((line) => html`<li>${line}</li>`)}</ul></details>
`
  }`;
}

function cellOf({ of, say = three }: Measure, model: ModelAnalysis): Cell {
  const known = of(model);
  if (!known.ok) return { content: ABSENT };
  const { value } = known;
  if (typeof value === "string") return textCell(value);
  return typeof value === "number" ? numberCell(value, say) : boundCell(value);
}

/** Equal reasons of a column stand once, with the models they hold for. */
function reasonsOf(
  measures: ReadonlyArray<Measure>,
  models: ReadonlyArray<ModelAnalysis>,
): ReadonlyArray<string> {
  const lines = new Map<string, Array<string>>();
  for (const { title, of } of measures) {
    for (const model of models) {
      const known = of(model);
      if (known.ok) continue;
      const why = `${title}: ${known.reason}`;
      lines.set(why, [...(lines.get(why) ?? []), model.model]);
    }
  }
  return [...lines].map(([why, names]) =>
    visible(`${why} (${names.length === models.length ? "every model" : names.join(", ")})`),
  );
}

function three(value: number): string {
  return fixed(value, 3);
}

function part<A, B>(known: Known<A>, of: (value: A) => B): Known<B> {
  return known.ok ? { ok: true, value: of(known.value) } : known;
}

function inner<A, B>(known: Known<A>, of: (value: A) => Known<B>): Known<B> {
  return known.ok ? of(known.value) : known;
}

function orWhy<A>(value: A | null, reason: string): Known<A> {
  return value === null ? { ok: false, reason } : { ok: true, value };
}

const MEMORY: ReadonlyArray<Measure> = [
  { title: "AUC (CI)", isNumber: true, of: ({ separation }) => part(separation, ({ auc }) => auc) },
  {
    title: "Permutation p",
    isNumber: true,
    say: (p) => pValue(p, 3),
    of: ({ separation }) => part(separation, ({ p }) => p),
  },
  {
    title: "Smallest AUC shown",
    isNumber: true,
    of: ({ separation }) =>
      inner(separation, ({ minDetectable }) => orWhy(minDetectable, "not even an AUC of 1 would show")),
  },
  { title: "Overlap AUC (CI)", isNumber: true, of: ({ overlap }) => part(overlap, ({ auc }) => auc) },
  { title: "Holdout AUC", isNumber: true, of: ({ holdoutAuc }) => holdoutAuc },
  { title: "ECE (CI)", isNumber: true, of: ({ calibration }) => inner(calibration, ({ ece }) => ece) },
  { title: "Brier", isNumber: true, of: ({ calibration }) => part(calibration, ({ brier }) => brier) },
  { title: "Slope (CI)", isNumber: true, of: ({ calibration }) => inner(calibration, ({ slope }) => slope) },
  {
    title: "Mean p after",
    isNumber: true,
    say: (mean) => probability(mean, 3),
    of: ({ pAfter }) => part(pAfter, ({ mean }) => mean),
  },
  {
    title: "Outside calibration",
    isNumber: true,
    of: ({ transfer }) => part(transfer, ({ share }) => share),
  },
  {
    title: "Memorised share at least",
    isNumber: true,
    of: ({ prevalence }) => part(prevalence.scores, ({ piLo }) => piLo),
  },
];

function rows(known: Known<AccuracyFinding>): Known<number> {
  return part(known, (found) => found.rows);
}

const ACCURACY: ReadonlyArray<Measure> = [
  { title: "Cutoff", of: ({ outcomes }) => orWhy(outcomes.cutoff, "no training cutoff is known") },
  { title: "Rows before", isNumber: true, say: String, of: ({ outcomes }) => rows(outcomes.before) },
  {
    title: "Acc before (CI)",
    isNumber: true,
    of: ({ outcomes }) => part(outcomes.before, ({ accuracy }) => accuracy),
  },
  { title: "Rows after", isNumber: true, say: String, of: ({ outcomes }) => rows(outcomes.after) },
  {
    title: "Acc after (CI)",
    isNumber: true,
    of: ({ outcomes }) => part(outcomes.after, ({ accuracy }) => accuracy),
  },
  { title: "Gap (CI)", isNumber: true, of: ({ outcomes }) => outcomes.gap },
  {
    title: "Gap beyond an earlier model (CI)",
    isNumber: true,
    of: ({ outcomes }) => part(outcomes.difference, ({ difference }) => difference),
  },
  {
    title: "Clean accuracy",
    isNumber: true,
    of: ({ decisions }) => part(decisions.clean, ({ accuracy }) => accuracy),
  },
  {
    title: "Clean share",
    isNumber: true,
    of: ({ decisions }) => orWhy(decisions.cleanShare, "no row was read and scored"),
  },
  {
    title: "Effective rows",
    isNumber: true,
    say: (value) => fixed(value, 1),
    of: ({ decisions }) =>
      decisions.rows === 0
        ? { ok: false, reason: "no row was read and scored" }
        : { ok: true, value: decisions.nEff },
  },
];
