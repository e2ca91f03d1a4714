import { Effect, Stream } from "effect";
import { definePlugin, type Report, Schema, type Verdict } from "../contract/mod.ts";
import { besideLines, PLACES, picked, verdictWords } from "./_beside.ts";
import { component, four } from "./_numbers.ts";
import { markdown } from "./_text.ts";

/** `top3.md`: the best survivors, why there are no more, the formula, and how to read it. */
export const top3 = definePlugin({
  kind: "report",
  name: "top3",
  version: "1.0.0",
  options: Schema.Struct({}),
  make: () => ({
    files: (report) => Effect.sync(() => [{ name: "top3.md", content: Stream.make(writeTop3(report)) }]),
  }),
});
export default top3;

/** What `top3.md` is written from. */
export type Top3Input = Pick<Report, "results" | "verdicts" | "order" | "gates" | "beside" | "known">;

/** The text of `top3.md`. */
export function writeTop3(report: Top3Input): string {
  const best = picked(report);
  return [
    "# Top 3 Models\n\n",
    best.length === 0 ? "_No models passed all gates._\n\n" : best.map(place).join(""),
    best.length < PLACES ? whyFewer(report) : "",
    formula(report),
    reading(report),
    found(report),
    beside(report),
    uncalibrated(report),
    known(report),
  ].join("");
}

function place({ model, score, components, warnings }: Verdict, index: number): string {
  const parts = Object.entries(components).map(([name, value]) => component(markdown(name), value));
  const lines = [
    `${index + 1}. **${markdown(model)}** — score = ${four(score)}`,
    `   - Components: ${parts.join(", ")}`,
    ...(warnings.length === 0 ? [] : [`   - Warnings: ${warnings.map(markdown).join(", ")}`]),
  ];
  return `${lines.join("\n")}\n\n`;
}

function whyFewer({ verdicts, gates }: Top3Input): string {
  const failed = verdicts.filter(({ survives }) => !survives);
  const counts = `Of ${verdicts.length} model(s) evaluated, ${failed.length} did not pass all gates`;
  const items = failed.map(({ model, warnings }) => {
    const blocking = warnings.filter((name) => gates.blocking.includes(name)).map(markdown);
    return `- **${markdown(model)}** failed: ${blocking.join(", ")}\n`;
  });
  return `## Why fewer than three models\n\n${counts} (${gates.words.passed}).\n\n${items.join("")}\n`;
}

function formula({ gates }: Top3Input): string {
  const thresholds = Object.entries(gates.thresholds).map(([name, value]) => `${name}=${value}`);
  const besides = gates.words.besides === "" ? "" : ` plus ${gates.words.besides}`;
  return [
    "## Composite score formula\n\n",
    `Formula: \`${gates.formula}\`\n\n`,
    `Gates: \`${thresholds.join(", ")}\`${besides}.\n\n`,
    `Any blocking warning (${gates.blocking.join(", ")}) sets the score to 0 and removes the model from the `,
    "top-3 list.\n",
  ].join("");
}

function reading({ gates: { words } }: Top3Input): string {
  return words.reading === "" ? "" : `\n## How the score reads\n\n${words.reading}\n`;
}

function found(report: Top3Input): string {
  const items = verdictWords(report).map(({ model, says = [] }) => ({ model, says: says.join(". ") }));
  return section(`What ${markdown(report.gates.name)} found`, items);
}

function beside(report: Top3Input): string {
  const lines = besideLines(report, markdown);
  if (lines.length === 0) return "";
  return `\n## What other gate sets would have said\n\n${lines.map((line) => `- ${line}\n`).join("")}`;
}

function uncalibrated({ results }: Top3Input): string {
  return section(
    "Why models are uncalibrated",
    results.flatMap(({ model, reason }) => (reason === null ? [] : [{ model, says: reason }])),
  );
}

function known({ results, known }: Top3Input): string {
  return section(
    "What is known of the models",
    results.flatMap(({ model }, i) => {
      const says = known[i] ?? null;
      return says === null ? [] : [{ model, says }];
    }),
  );
}

function section(
  title: string,
  items: ReadonlyArray<{ readonly model: string; readonly says: string }>,
): string {
  if (items.length === 0) return "";
  const lines = items.map(({ model, says }) => `- **${markdown(model)}**: ${markdown(says)}\n`);
  return `\n## ${title}\n\n${lines.join("")}`;
}
