import type { Report } from "../../contract/mod.ts";
import { ABSENT, four, visible } from "../wording.ts";
import { html, type Markup } from "./_markup.ts";
import { type ReportedModel, warningsOf } from "./_model.ts";

/** A card a model, best first: what may be said of it. */
export function verdictsSection(models: ReadonlyArray<ReportedModel>, report: Report): Markup {
  return html`<section id="verdicts" aria-labelledby="verdicts-title">
<h2 id="verdicts-title">What may be said</h2>
${instrument(report)}<div class="cards">
${models.map((model) => card(model, report))}</div>
</section>
`;
}

function instrument({ analysis }: Report): Markup {
  const { ok, reason, controls } = analysis.instrument;
  if (ok === null)
    return html`<p class="note">The instrument was not checked: ${reason ?? "no reason given"}.</p>
`;
  if (!ok)
    return html`<p class="alarm"><strong>The instrument failed its check:</strong> ${reason ?? ""}. No number that rests on it may be used.</p>
`;
  return html`<p class="note">The instrument passed its check on ${controls.length} embedded models that are known by construction.</p>
`;
}

/** How a verdict looks: what it means for memory, with a sign that does without colour. */
const MEANING: Readonly<Record<string, { readonly tone: string; readonly sign: string }>> = {
  detected: { tone: "memory", sign: "■" },
  "detected-adjusted": { tone: "memory", sign: "■" },
  bounded: { tone: "clear", sign: "○" },
};
const OPEN = { tone: "open", sign: "◇" };
const RECALL = {
  yes: { tone: "memory", sign: "■" },
  no: { tone: "clear", sign: "○" },
  unknown: OPEN,
} as const;

function card(model: ReportedModel, { gates }: Report): Markup {
  const { result, verdict, found, truth } = model;
  const warnings = warningsOf(model).map(visible);
  return html`<article class="card">
<h3>${visible(result.model)}</h3>
<p class="standing">${
    verdict.survives
      ? html`<strong>Passes</strong> ${visible(gates.name)}, score ${four(verdict.score)}`
      : html`<strong>Removed</strong> by ${visible(gates.name)}, score ${ABSENT}`
  }${warnings.length === 0 ? null : html`: ${warnings.join(", ")}`}</p>
${
  found === undefined
    ? null
    : [
        said(found.verdict.verdict, MEANING[found.verdict.verdict] ?? OPEN, found.verdict.sentence),
        said(
          `outcome-recall ${found.outcomes.recall}`,
          RECALL[found.outcomes.recall],
          found.outcomes.sentence,
        ),
      ]
}${
  truth === null
    ? null
    : html`<p class="truth"><span class="label">Truth</span> ${visible(truth)}</p>
`
}</article>
`;
}

function said(word: string, { tone, sign }: typeof OPEN, sentence: string): Markup {
  const end = /[.!?]$/.test(sentence) || sentence === "" ? "" : ".";
  return html`<p><span class="badge ${tone}"><span aria-hidden="true">${sign}</span> ${visible(word)}</span> ${visible(sentence)}${end}</p>
`;
}
