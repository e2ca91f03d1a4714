import * as Plot from "@observablehq/plot";
import { type Shape, type Sheet, tidy } from "./_svg.ts";
import type { PaperStyle } from "./style.ts";

/** A chart of so many points, drawn by the chart library. */
export interface Chart {
  readonly width: number;
  readonly height: number;
  readonly options: Omit<Plot.PlotOptions, "width" | "height" | "document" | "style" | "className">;
}

/** A chart as a group, without the style sheet that the library writes for pages of its own. */
export function drawChart({ width, height, options }: Chart, sheet: Sheet, { fontPt }: PaperStyle): Shape {
  const svg: Shape = Plot.plot({ ...options, width, height, document: sheet.document });
  const parts = [...svg.children].filter(({ localName }) => localName !== "style");
  for (const part of parts) tidy(part);
  return sheet.make("g", { "text-anchor": "middle", "font-size": fontPt, fill: "currentColor" }, parts);
}

/** Axis options of every chart: short ticks, no arrow in a label. */
export const AXIS = { tickSize: 3, tickPadding: 2, labelArrow: "none", labelAnchor: "center" } as const;

/** The names of rows at the left of a chart. */
export function rowNames(labels: ReadonlyArray<string>): Plot.Markish {
  return Plot.axisY([...labels.keys()], {
    label: null,
    tickSize: 0,
    tickPadding: 3,
    lineHeight: LINE,
    text: (row: number) => labels[row] ?? "",
  });
}

/** Of the size of the text, so that the boxes of two lines do not meet. */
const LINE = 1.2;
