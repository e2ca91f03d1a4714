import { Console, Effect } from "effect";
import { type Comparison, compare, comparisonHtml, type Section, sections } from "../compare/mod.ts";
import { outputPlace } from "../output_place.ts";
import { printable } from "../printable.ts";
import { ofText, writeWhole } from "../write_whole.ts";
import { launch } from "./launch.ts";
import { table } from "./table.ts";

export interface CompareFlags {
  readonly json?: boolean;
  readonly html?: string;
}

/** `recall-guard compare`. */
export function compareCommand(a: string, b: string, { json = false, html }: CompareFlags): void {
  launch(
    Effect.gen(function* () {
      const ofRuns = [a, b].map((path) => ({ path, says: "it is a file of a run that is compared" }));
      const page = html === undefined ? null : yield* outputPlace(html, ofRuns);
      const found = yield* compare(a, b);
      if (page !== null) yield* writeWhole(page, ofText(comparisonHtml(found)));
      yield* Console.log(json ? JSON.stringify({ version: 1, ...found }, null, 2) : inWords(found, html));
    }),
  );
}

function inWords(found: Comparison, html: string | undefined): string {
  const { a, b } = found;
  return [
    `A: ${printable(a.directory)}\nB: ${printable(b.directory)}`,
    ...sections(found).map(sectionWords),
    ...(html === undefined ? [] : [`Page:\n  ${printable(html)}`]),
  ].join("\n\n");
}

function sectionWords({ title, head, rows, lines }: Section): string {
  const parts = [
    ...(rows.length === 0
      ? []
      : [
          table(
            [...head],
            rows.map((row) => [...row]),
          ),
        ]),
    ...lines.map((line) => `  ${printable(line).replaceAll("\n", " ")}`),
  ];
  return [`${title}:`, ...parts].join("\n");
}
