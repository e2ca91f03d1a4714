import * as Plot from "@observablehq/plot";
import type { Judged, Verdict } from "../../contract/mod.ts";
import { ABSENT, four, probability, ranksOf } from "../wording.ts";
import { compose, type Figure, type Strip } from "./_compose.ts";
import { hatched } from "./_hatch.ts";
import { type Telling, telling } from "./_marks.ts";
import { AXIS, drawChart, rowNames } from "./_plot.ts";
import { columnsIn, fitted, labelHeight, labelsOf, textWidth, widestLabel } from "./_text.ts";
import { configurePaperStyle, lookOf, type PaperStyle, widthOf } from "./style.ts";

/** What a gate set makes of the models. */
export type RankingInput = Pick<Judged, "order" | "verdicts"> & {
  readonly gates: Pick<Judged["gates"], "name" | "formula" | "blocking">;
};

const NAME = "composite_ranking";
const HATCH = { number: 0, angle: 45, step: 3 };
const ROW = 25;
const LABEL_COLUMNS = 18;

/** The models in their order, best first, with their scores; where a gate blocks there is none, and which gate. */
export function plotCompositeRanking(input: RankingInput, style = configurePaperStyle()): Figure {
  const { order, verdicts, gates } = input;
  const ranks = ranksOf(input);
  const rows = order
    .flatMap((index) => {
      const verdict = verdicts[index];
      return verdict === undefined ? [] : [{ verdict, rank: ranks[index] ?? null }];
    })
    .map((ranked, row) => rowOf(ranked, row, gates.blocking));
  return compose(
    {
      name: NAME,
      title: `Ranking by the gate set ${gates.name}`,
      caption: `Models best first, with the composite score ${gates.formula} of those that no gate removes. A dash stands where a gate removes a model, with the gate.`,
      words: rows.map(({ says }) => says),
      hatches: [{ ...HATCH, color: lookOf(style, 0).color }],
      strips: [rankingStrip(rows, style)],
    },
    style,
  );
}

interface RankedRow extends Telling {
  readonly row: number;
  readonly model: string;
  /** Null where a gate blocks. */
  readonly score: number | null;
  readonly label: string;
}

interface Ranked {
  readonly verdict: Verdict;
  readonly rank: number | null;
}

function rowOf({ verdict, rank }: Ranked, row: number, blocking: ReadonlyArray<string>): RankedRow {
  const { model, survives, details = {} } = verdict;
  const score = survives && Number.isFinite(verdict.score) ? verdict.score : null;
  const blocks = verdict.warnings.filter((name) => blocking.includes(name)).join(", ");
  const tier = details["tier"] ?? null;
  const top3 = details["p_top3"] ?? null;
  const places = [
    ...(tier === null ? [] : [`tier ${tier}`]),
    ...(top3 === null ? [] : [`P(top 3) ${probability(top3, 2)}`]),
  ];
  const label = score === null ? `${ABSENT} ${blocks}` : [four(score), ...places].join(", ");
  return {
    row,
    model,
    score,
    label,
    facts: { model, place: rank, score, tier, blocks },
    says: `${rank === null ? "" : `${rank}. `}${model}: ${[score === null ? `no score, ${blocks}` : four(score), ...places].join(", ")}`,
  };
}

function rankingStrip(rows: ReadonlyArray<RankedRow>, style: PaperStyle): Strip {
  const labels = labelsOf(
    rows.map(({ model }) => model),
    LABEL_COLUMNS,
  );
  const left = textWidth("x".repeat(widestLabel(labels)), style) + 6;
  const width = widthOf(style);
  const rowHeight = Math.max(ROW, labelHeight(labels, style));
  const height = rowHeight * rows.length + 30;
  const columns = columnsIn(width - left - 12, style);
  const scored = rows.filter(({ score }) => score !== null);
  const options: Plot.PlotOptions = {
    marginTop: 2,
    marginBottom: 28,
    marginLeft: left,
    marginRight: 8,
    x: { ...AXIS, domain: [0, 1], ticks: 5, label: "Composite score (0 to 1)", labelOffset: 25 },
    y: { axis: null, type: "band", domain: rows.map(({ row }) => row), padding: 0 },
    marks: [
      rowNames(labels),
      Plot.gridX({ ticks: 5, strokeOpacity: 0.15 }),
      Plot.barX(scored, {
        x1: 0,
        x2: "score",
        y: "row",
        insetTop: 3 + (rowHeight - ROW) / 2,
        insetBottom: 13 + (rowHeight - ROW) / 2,
        fill: hatched(NAME, HATCH),
        stroke: lookOf(style, 0).color,
        strokeWidth: 0.8,
        ...telling(scored),
      }),
      ...[scored, rows.filter(({ score }) => score === null)].map((some, place) =>
        Plot.text(some, {
          y: "row",
          frameAnchor: "left",
          textAnchor: "start",
          dx: 2,
          dy: place === 0 ? 6 : 0,
          text: ({ label }: RankedRow) => fitted(label, columns, 1).join(""),
          ...telling(some),
        }),
      ),
      Plot.ruleX([0]),
    ],
  };
  return { height, draw: (sheet) => drawChart({ width, height, options }, sheet, style) };
}
