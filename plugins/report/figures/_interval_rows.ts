import * as Plot from "@observablehq/plot";
import type { CiBound } from "../../contract/mod.ts";
import type { Strip } from "./_compose.ts";
import { type Telling, telling } from "./_marks.ts";
import { AXIS, drawChart, rowNames } from "./_plot.ts";
import { absent, columnsIn, fitted, labelHeight, labelsOf, textWidth, widestLabel } from "./_text.ts";
import { type PaperStyle, type SeriesLook, widthOf } from "./style.ts";

/** A point with its interval in the row of a model, or why there is none. */
export interface IntervalRow extends Telling {
  /** The row, from 0. */
  readonly row: number;
  readonly bound: CiBound | null;
  /** Why there is no bound; empty where there is one. */
  readonly reason: string;
}

/** One interval a model, all drawn alike. */
export interface IntervalSeries {
  readonly look: SeriesLook;
  readonly rows: ReadonlyArray<IntervalRow>;
}

/** What all intervals are compared with. */
export interface IntervalBand extends Telling {
  readonly bound: CiBound;
  readonly fill: string;
  readonly stroke: string;
}

/** Intervals of models, a row each. */
export interface IntervalChart {
  readonly models: ReadonlyArray<string>;
  readonly series: ReadonlyArray<IntervalSeries>;
  readonly band: IntervalBand | null;
  /** Where a dotted line stands, or null. */
  readonly chance: number | null;
  readonly label: string;
}

/** Points of a row for each of its intervals, and around them. */
const STEP = 10;
const ROW_GAP = 4;
const LABEL_COLUMNS = 18;

/** Draws intervals of models, the names on the left. */
export function intervalStrip(chart: IntervalChart, style: PaperStyle): Strip {
  const { models, series } = chart;
  const labels = labelsOf(models, LABEL_COLUMNS);
  const left = textWidth("x".repeat(widestLabel(labels)), style) + 6;
  const rowHeight = Math.max(2 * STEP, STEP * series.length, labelHeight(labels, style)) + ROW_GAP;
  const height = rowHeight * models.length + 32;
  const width = widthOf(style);
  const margins = { marginTop: 4, marginBottom: 28, marginLeft: left, marginRight: 8 };
  const columns = columnsIn(width - left - 14, style);
  return {
    height,
    draw: (sheet) => {
      const options: Plot.PlotOptions = {
        ...margins,
        x: { ...AXIS, domain: domainOf(chart), label: chart.label, labelOffset: 25, ticks: 6, nice: false },
        y: { axis: null, type: "band", domain: [...models.keys()], padding: 0 },
        marks: [
          rowNames(labels),
          Plot.gridX({ ticks: 6, strokeOpacity: 0.15 }),
          bandMarks(chart.band),
          chart.chance === null
            ? null
            : Plot.ruleX([chart.chance], { strokeDasharray: "1 2", strokeWidth: 1 }),
          ...series.map((one, place) => seriesMarks(one, { dy: offsetOf(place, series.length), columns })),
        ],
      };
      return drawChart({ width, height, options }, sheet, style);
    },
  };
}

function bandMarks(band: IntervalBand | null): Plot.Markish {
  if (band === null) return null;
  const { point, lo, hi } = band.bound;
  return [
    Plot.rect([band], { x1: lo, x2: hi, fill: band.fill, ...telling([band]) }),
    Plot.ruleX([point], { stroke: band.stroke, strokeWidth: 1, strokeDasharray: "3 1.5" }),
  ];
}

function seriesMarks(
  { look, rows }: IntervalSeries,
  { dy, columns }: { readonly dy: number; readonly columns: number },
): Plot.Markish {
  const drawn = rows.flatMap((row) => (row.bound === null ? [] : [{ ...row, ...row.bound }]));
  const missing = rows.filter(({ bound }) => bound === null);
  return [
    Plot.ruleY(drawn, { x1: "lo", x2: "hi", y: "row", dy, stroke: look.color, strokeWidth: 1.6 }),
    Plot.dot(drawn, {
      x: "point",
      y: "row",
      dy,
      r: 2.8,
      symbol: look.symbol,
      fill: look.color,
      stroke: "currentColor",
      strokeWidth: 0.5,
      ...telling(drawn),
    }),
    Plot.text(missing, {
      y: "row",
      dy,
      dx: 3,
      frameAnchor: "left",
      text: ({ reason }: IntervalRow) => fitted(absent(reason), columns, 1).join(""),
      ...telling(missing),
    }),
  ];
}

function offsetOf(place: number, of: number): number {
  return STEP * (place - (of - 1) / 2);
}

/** All that is drawn, out to the next tenth. */
function domainOf({ series, band, chance }: IntervalChart): readonly [number, number] {
  const bounds = series.flatMap(({ rows }) => rows.flatMap(({ bound }) => bound ?? []));
  const ends = [...bounds, ...(band === null ? [] : [band.bound])].flatMap(({ lo, hi }) => [lo, hi]);
  const all = [...ends, ...(chance === null ? [] : [chance])];
  if (all.length === 0) return [0, 1];
  const lo = Math.max(0, Math.floor(10 * Math.min(...all)) / 10);
  const hi = Math.min(1, Math.ceil(10 * Math.max(...all)) / 10);
  return lo < hi ? [lo, hi] : [0, 1];
}
