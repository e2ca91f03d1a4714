import * as Plot from "@observablehq/plot";
import type { Judged, ModelAnalysis, Verdict } from "../../contract/mod.ts";
import { ABSENT, fixed, four } from "../wording.ts";
import { compose, type Figure, notesStrip, type Strip } from "./_compose.ts";
import { type LegendItem, legendStrip, PALE } from "./_legend.ts";
import { type Telling, telling } from "./_marks.ts";
import { AXIS, drawChart } from "./_plot.ts";
import { columnsIn, fitted, labelsOf } from "./_text.ts";
import { configurePaperStyle, lookOf, type PaperStyle, type SeriesLook, widthOf } from "./style.ts";

/** Scores of models with the rows they rest on, both in the order of the results. */
export interface EffectiveRowsInput extends Pick<Judged, "verdicts"> {
  readonly models: ReadonlyArray<Pick<ModelAnalysis, "model" | "decisions">>;
}

const NAME = "score_against_effective_n";

/** Of a name in the legend. */
const LEGEND_COLUMNS = 44;

/** Points of the part with scores, and of a lane for each model without one. */
const SCORES = 100;
const LANE = 9;

/** Composite scores against the effective number of rows behind them; models without a score in lanes of their own. */
export function plotScoreAgainstEffectiveN(input: EffectiveRowsInput, style = configurePaperStyle()): Figure {
  const isCounted = input.verdicts.some(({ details = {} }) => (details["n_eff"] ?? null) !== null);
  const points = input.verdicts.map((verdict, index) => pointOf(verdict, index, { input, isCounted, style }));
  const drawn = points.filter(({ nEff }) => nEff !== null);
  const missing = points.filter(({ nEff }) => nEff === null);
  const columns = columnsIn(widthOf(style), style);
  const labels = labelsOf(
    points.map(({ model }) => model),
    LEGEND_COLUMNS,
  );
  const items = points.map(
    ({ look, score }, i): LegendItem => ({
      kind: "dot",
      look,
      isPale: score === null,
      label: labels[i]?.replaceAll("\n", " ") ?? "",
    }),
  );
  return compose(
    {
      name: NAME,
      title: "Score against the effective number of rows",
      caption: `Composite score of each model against ${isCounted ? COUNTED.words : KISH.words}. Pale markers in the lanes beside the dash are models that a gate removes: they have no score.`,
      words: points.map(({ says }) => says),
      hatches: [],
      strips: [
        legendStrip(items, style),
        scatterStrip(drawn, isCounted ? COUNTED.label : KISH.label, style),
        notesStrip(
          missing.flatMap(({ says }) => fitted(`${ABSENT} ${says}`, columns, 2)),
          style,
        ),
      ],
    },
    style,
  );
}

const COUNTED = {
  label: "Effective rows after the cutoff",
  words: "the rows after its cutoff that independent rows would have to be to say as much, clustered by date",
};
const KISH = {
  label: "Effective rows without memory (Kish)",
  words:
    "Kish's effective number of rows when each is weighted by its confidence and how likely it is not memorised",
};

interface Point extends Telling {
  readonly model: string;
  readonly look: SeriesLook;
  /** Null where a gate removes the model. */
  readonly score: number | null;
  readonly nEff: number | null;
}

interface Setting {
  readonly input: EffectiveRowsInput;
  readonly isCounted: boolean;
  readonly style: PaperStyle;
}

function pointOf(verdict: Verdict, index: number, { input, isCounted, style }: Setting): Point {
  const { model, survives, details = {} } = verdict;
  const score = survives && Number.isFinite(verdict.score) ? verdict.score : null;
  const decisions = input.models[index]?.decisions;
  const nEff = isCounted
    ? (details["n_eff"] ?? null)
    : decisions === undefined || decisions.rows === 0
      ? null
      : decisions.nEff;
  const rows = nEff === null ? "no effective number of rows is known" : `${fixed(nEff, 1)} effective rows`;
  return {
    model,
    look: lookOf(style, index),
    score,
    nEff,
    facts: { model, score, "n-eff": nEff },
    says: `${model}: ${score === null ? "no score" : `score ${four(score)}`}, ${rows}`,
  };
}

function scatterStrip(points: ReadonlyArray<Point>, label: string, style: PaperStyle): Strip {
  const lanes = points.filter(({ score }) => score === null);
  const below = LANE * lanes.length + (lanes.length > 0 ? 4 : 0);
  const unit = 1 / SCORES;
  const width = widthOf(style);
  const height = 6 + SCORES + below + 28;
  const most = Math.max(1, ...points.map(({ nEff }) => nEff ?? 0));
  const laneOf = (point: Point) => -unit * (4 + LANE * (lanes.indexOf(point) + 0.5));
  const options: Plot.PlotOptions = {
    marginTop: 6,
    marginBottom: 28,
    marginLeft: 36,
    marginRight: 10,
    x: { ...AXIS, domain: [0, 1.05 * most], ticks: 5, label, labelOffset: 25 },
    y: {
      ...AXIS,
      domain: [-unit * below, 1],
      ticks: [0, 0.25, 0.5, 0.75, 1],
      tickFormat: ".2f",
      label: "Score (0 to 1)",
      labelOffset: 33,
    },
    marks: [
      Plot.gridY([0.25, 0.5, 0.75, 1], { strokeOpacity: 0.15 }),
      Plot.ruleY([0], { strokeWidth: 0.8 }),
      lanes.length === 0
        ? null
        : Plot.text([ABSENT], {
            y: [-unit * (below / 2 + 2)],
            frameAnchor: "left",
            textAnchor: "end",
            dx: -6,
          }),
      ...points.map((point) =>
        Plot.dot([point], {
          x: "nEff",
          y: point.score ?? laneOf(point),
          r: 3,
          symbol: point.look.symbol,
          fill: point.look.color,
          fillOpacity: point.score === null ? PALE : 1,
          stroke: "currentColor",
          strokeWidth: 0.6,
          ...telling([point]),
        }),
      ),
    ],
  };
  return { height, draw: (sheet) => drawChart({ width, height, options }, sheet, style) };
}
