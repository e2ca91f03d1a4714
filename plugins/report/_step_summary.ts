import type { Report } from "../contract/mod.ts";
import { ranksOf } from "./_beside.ts";
import { gateOutcomes } from "./_gate_outcomes.ts";
import { ABSENT, four, interval } from "./_numbers.ts";
import { markdown } from "./_text.ts";
import { warningWords } from "./_warning_words.ts";

/** The text of `step_summary.md`: the ranking with its verdicts, what each sentence says, what was warned of. */
export function writeStepSummary(report: Report): string {
  const { verdicts, gates } = report;
  const survivors = verdicts.filter(({ survives }) => survives).length;
  return [
    "## recall-guard\n\n",
    `${survivors} of ${verdicts.length} model(s) passed the gates of \`${markdown(gates.name)}\`.\n\n`,
    table(report),
    section("What may be said", sentences(report)),
    section("Warnings", warnings(report)),
    section("Left out by the smoke test", excluded(report)),
  ].join("");
}

const HEAD =
  "| # | Model | Verdict | Outcome recall | Accuracy (CI) | MCS-AUC (CI) | Score | Failed gates |\n";
const RULE = "| --: | --- | --- | --- | --- | --- | --: | --- |\n";

function table(report: Report): string {
  const ranks = ranksOf(report);
  const rows = report.order.map((index) => {
    const result = report.results[index];
    const verdict = report.verdicts[index];
    const found = report.analysis.models[index];
    const failed = gateOutcomes(report, index).filter(({ outcome }) => outcome === "failed");
    const cells = [
      String(ranks[index] ?? ABSENT),
      markdown(result?.model ?? ""),
      found === undefined ? ABSENT : markdown(found.verdict.verdict),
      found?.outcomes.recall ?? ABSENT,
      interval(result?.rawAccuracy ?? null),
      interval(result?.mcsAuc ?? null),
      verdict?.survives ? four(verdict.score) : ABSENT,
      failed.map(({ gate }) => markdown(gate)).join(", "),
    ];
    return `| ${cells.join(" | ")} |\n`;
  });
  return HEAD + RULE + rows.join("");
}

function sentences({ analysis, order }: Report): ReadonlyArray<string> {
  return order.flatMap((index) => {
    const found = analysis.models[index];
    if (found === undefined) return [];
    const { model, verdict, outcomes } = found;
    return [`**${markdown(model)}**: ${markdown(`${verdict.sentence}. ${outcomes.sentence}.`)}`];
  });
}

function warnings({ results, verdicts, order }: Report): ReadonlyArray<string> {
  return order.flatMap((index) => {
    const { model = "", warnings: before = [] } = results[index] ?? {};
    const names = [...new Set([...before, ...(verdicts[index]?.warnings ?? [])])];
    return names.map((name) => `**${markdown(model)}**: ${markdown(`${name}. ${warningWords(name)}.`)}`);
  });
}

function excluded({ candidates }: Report): ReadonlyArray<string> {
  return (candidates ?? [])
    .filter(({ passed }) => !passed)
    .map(({ model, reason, detail }) => {
      const why = [reason, detail].filter((part) => part !== null).join(": ");
      return `**${markdown(model)}**: ${markdown(why)}`;
    });
}

function section(title: string, items: ReadonlyArray<string>): string {
  return items.length === 0 ? "" : `\n### ${title}\n\n${items.map((item) => `- ${item}\n`).join("")}`;
}
