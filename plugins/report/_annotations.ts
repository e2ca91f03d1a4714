import type { Report } from "../contract/mod.ts";
import { gateOutcomes } from "./_gate_outcomes.ts";
import { visible } from "./_text.ts";
import { warningWords } from "./_warning_words.ts";

interface Annotation {
  readonly level: "error" | "warning" | "notice";
  readonly title: string;
  readonly message: string;
}

/**
 * Workflow commands of GitHub Actions, a line each: failed gates are errors, warnings that remove no model are warnings,
 * verdicts are notices. Best models first within a level, since GitHub shows ten of a level for a step.
 */
export function writeAnnotations(report: Report): string {
  const found = [
    ...instrument(report),
    ...each(report, failedGates),
    ...excluded(report),
    ...each(report, warnings),
    ...each(report, verdicts),
  ];
  return found
    .map(({ level, title, message }) => `::${level} title=${property(title)}::${data(message)}\n`)
    .join("");
}

function each(report: Report, of: typeof failedGates): ReadonlyArray<Annotation> {
  return report.order.flatMap((index) => of(report, index));
}

function instrument({ analysis }: Report): ReadonlyArray<Annotation> {
  const { ok, reason } = analysis.instrument;
  if (ok !== false) return [];
  return [{ level: "error", title: "instrument-failed", message: reason ?? "A control came out wrong" }];
}

function failedGates(report: Report, index: number): ReadonlyArray<Annotation> {
  const model = report.results[index]?.model ?? "";
  return gateOutcomes(report, index)
    .filter(({ outcome }) => outcome === "failed")
    .map(({ gate, reason }) => ({
      level: "error",
      title: `${model}: ${gate}`,
      message: [warningWords(gate), reason ?? ""].filter((part) => part !== "").join(". "),
    }));
}

function warnings({ results, verdicts, gates }: Report, index: number): ReadonlyArray<Annotation> {
  const { model = "", warnings: before = [] } = results[index] ?? {};
  const names = new Set([...before, ...(verdicts[index]?.warnings ?? [])]);
  return [...names]
    .filter((name) => !gates.blocking.includes(name))
    .map((name) => ({ level: "warning", title: `${model}: ${name}`, message: warningWords(name) }));
}

function verdicts({ analysis }: Report, index: number): ReadonlyArray<Annotation> {
  const found = analysis.models[index];
  if (found === undefined) return [];
  const { model, outcomes, verdict } = found;
  const message = `${verdict.sentence}. Outcome recall ${outcomes.recall}: ${outcomes.sentence}.`;
  return [{ level: "notice", title: `${model}: ${verdict.verdict}`, message }];
}

function excluded({ candidates }: Report): ReadonlyArray<Annotation> {
  return (candidates ?? [])
    .filter(({ passed }) => !passed)
    .map(({ model, reason, detail }) => ({
      level: "warning",
      title: `${model}: left out`,
      message: `It failed the smoke test: ${[reason, detail].filter((part) => part !== null).join(": ")}`,
    }));
}

/** The text of a command (actions/toolkit, packages/core/src/command.ts: escapeData). */
function data(text: string): string {
  return visible(text).replaceAll("%", "%25");
}

/** A property of a command (the same, escapeProperty). Line breaks are written out before. */
function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
