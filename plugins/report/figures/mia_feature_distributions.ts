import * as Plot from "@observablehq/plot";
import type { DistributionFindings, FeatureDistribution, ModelAnalysis } from "../../contract/mod.ts";
import { fixed } from "../wording.ts";
import { compose, type Figure } from "./_compose.ts";
import { hatched } from "./_hatch.ts";
import { legendStrip } from "./_legend.ts";
import { type Telling, telling } from "./_marks.ts";
import { type Panel, panelsStrip } from "./_panels.ts";
import { AXIS, type Chart } from "./_plot.ts";
import { configurePaperStyle, lookOf, type PaperStyle } from "./style.ts";

const NAME = "mia_feature_distributions";
const IS_HATCH = { number: 0, angle: 0, step: 2 };
const OOS_HATCH = { number: 1, angle: 45, step: 3 };

/** Points of a feature's row, and of the axis below. */
const ROW = 21;
const BELOW = 28;

/** Half of a feature's row that the fullest bin of a corpus takes. */
const REACH = 0.45;

/** The features of the memorised corpus (IS) above those of the control corpus (OOS), model by model. */
export function plotMiaFeatureDistributions(
  models: ReadonlyArray<Pick<ModelAnalysis, "model" | "distributions">>,
  style = configurePaperStyle(),
): Figure {
  const [is, oos] = [lookOf(style, 0).color, lookOf(style, 1).color];
  const most = Math.max(
    1,
    ...models.map(({ distributions: found }) => (found.ok ? found.value.features.length : 0)),
  );
  const panels = models.map((found) => panelOf(found, style));
  return compose(
    {
      name: NAME,
      title: "MIA features: memorised against control corpus",
      caption:
        "Rows of the memorised corpus (IS, above each line) and of the control corpus (OOS, below it) by feature, in standard deviations from the mean of the control corpus; the ticks are medians, the outer bins hold what lies beyond. Where the halves mirror each other, a feature tells nothing of memory.",
      words: models.flatMap(wordsOf),
      hatches: [
        { ...IS_HATCH, color: is },
        { ...OOS_HATCH, color: oos },
      ],
      strips: [
        legendStrip(
          [
            { kind: "area", fill: is, stroke: is, label: "memorised (IS)" },
            { kind: "area", fill: hatched(NAME, OOS_HATCH), stroke: oos, label: "control (OOS)" },
          ],
          style,
        ),
        panelsStrip(panels, ROW * most + BELOW, style),
      ],
    },
    style,
  );
}

function panelOf(
  { model, distributions: found }: Pick<ModelAnalysis, "model" | "distributions">,
  style: PaperStyle,
): Panel {
  if (!found.ok) return { model, lines: [], chart: { reason: found.reason } };
  return { model, lines: [], chart: ({ height }) => optionsOf(model, found.value, { height, style }) };
}

interface Median extends Telling {
  readonly x: number;
  readonly y1: number;
  readonly y2: number;
}

type Corpus = "members" | "controls";

function optionsOf(
  model: string,
  found: DistributionFindings,
  { height, style }: { readonly height: number; readonly style: PaperStyle },
): Chart["options"] {
  const { features, lo, hi } = found;
  const names = features.map(({ feature }) => feature);
  const [is, oos] = [lookOf(style, 0).color, lookOf(style, 1).color];
  const side = (corpus: Corpus, fill: string, stroke: string): ReadonlyArray<Plot.Markish> => {
    const medians = features.map((feature, row) => medianOf(model, feature, { row, corpus, found }));
    return [
      ...features.map((feature, row) => {
        const outline = outlineOf(feature, { row, corpus, found });
        const told = telling([spreadTelling(model, feature, { corpus, found })]);
        const line = { x: "x", y: "y", fill, stroke, strokeWidth: 0.5 };
        return Plot.line(outline, { ...line, render: told.render });
      }),
      Plot.ruleX(medians, {
        x: "x",
        y1: "y1",
        y2: "y2",
        stroke: "currentColor",
        strokeWidth: 1.2,
        ...telling(medians),
      }),
    ];
  };
  return {
    marginTop: 2,
    marginLeft: 44,
    marginRight: 6,
    marginBottom: height - 2 - ROW * features.length,
    x: { ...AXIS, domain: [lo, hi], ticks: 3, label: "SD from control mean", labelOffset: 25 },
    y: {
      ...AXIS,
      domain: [features.length, 0],
      ticks: names.map((_, row) => row + 0.5),
      tickSize: 0,
      label: null,
      tickFormat: (at: number) => names[Math.floor(at)] ?? "",
    },
    marks: [
      Plot.ruleX([0], { strokeDasharray: "1 2", strokeWidth: 0.8 }),
      ...side("members", is, is),
      ...side("controls", hatched(NAME, OOS_HATCH), oos),
      Plot.ruleY(
        names.map((_, row) => row + 0.5),
        { strokeWidth: 0.5 },
      ),
    ],
  };
}

interface Place {
  readonly row: number;
  readonly corpus: Corpus;
  readonly found: DistributionFindings;
}

/** A corpus's bins as an outline, by shares of its rows; the fullest bin of the two corpora fills its half of the row. */
function outlineOf(distribution: FeatureDistribution, { row, corpus, found: { lo, hi } }: Place) {
  const { members, controls } = distribution;
  const { counts, rows } = distribution[corpus];
  const fullest = Math.max(...[members, controls].map((spread) => Math.max(...spread.counts) / spread.rows));
  const step = (hi - lo) / counts.length;
  const line = row + 0.5;
  const up = corpus === "members" ? -1 : 1;
  const heights = [0, ...counts.map((count) => (up * REACH * count) / rows / fullest), 0];
  return heights.slice(1).flatMap((height, edge) => {
    const before = heights[edge] ?? 0;
    const x = lo + step * edge;
    return height === before ? [] : [before, height].map((reach) => ({ x, y: line + reach }));
  });
}

function spreadTelling(
  model: string,
  distribution: FeatureDistribution,
  { corpus, found: { lo, hi } }: Omit<Place, "row">,
): Telling {
  const { feature } = distribution;
  const { counts, rows } = distribution[corpus];
  const facts = { model, feature, corpus, lo, hi, counts: counts.join(" "), rows };
  return { facts, says: `${model}, ${feature}, ${CORPUS[corpus]}: ${rows} rows` };
}

const CORPUS = { members: "memorised corpus", controls: "control corpus" } as const;

function medianOf(
  model: string,
  distribution: FeatureDistribution,
  { row, corpus, found: { lo, hi } }: Place,
): Median {
  const { median, rows } = distribution[corpus];
  const { feature } = distribution;
  return {
    x: Math.min(Math.max(median, lo), hi),
    ...between(row, corpus, REACH),
    facts: { model, feature, corpus, median, rows },
    says: `${model}, ${feature}, ${CORPUS[corpus]}: median ${fixed(median, 2)} SD`,
  };
}

/** From the line of a row so far up for the memorised corpus, or down for the control corpus. */
function between(row: number, corpus: Corpus, reach: number) {
  const line = row + 0.5;
  return corpus === "members" ? { y1: line - reach, y2: line } : { y1: line, y2: line + reach };
}

function wordsOf({
  model,
  distributions: found,
}: Pick<ModelAnalysis, "model" | "distributions">): ReadonlyArray<string> {
  if (!found.ok) return [`${model}: none, ${found.reason}`];
  const medians = found.value.features.map(
    ({ feature, members, controls }) =>
      `${feature} median ${fixed(members.median, 2)} SD in the memorised corpus (${members.rows} rows), ${fixed(controls.median, 2)} in the control corpus (${controls.rows})`,
  );
  return [`${model}: ${medians.join("; ")}`];
}
