import type { Strip } from "./_compose.ts";
import { type Chart, drawChart } from "./_plot.ts";
import type { Shape, Sheet } from "./_svg.ts";
import { absent, columnsIn, fitted, labelsOf, lineHeight } from "./_text.ts";
import { type PaperStyle, widthOf } from "./style.ts";

/** A small chart of one model among others. */
export interface Panel {
  readonly model: string;
  /** Lines under the name. */
  readonly lines: ReadonlyArray<string>;
  /** A chart, or why there is none. */
  readonly chart: ((size: PanelSize) => Chart["options"]) | { readonly reason: string };
}

/** Points of a panel's chart, its axes included. */
export interface PanelSize {
  readonly width: number;
  readonly height: number;
}

const GAP = 12;
const ROW_GAP = 6;
const COLUMNS = 2;

/**
 * Panels side by side, in two columns where there are several.
 *
 * @param height Points of each chart.
 */
export function panelsStrip(panels: ReadonlyArray<Panel>, height: number, style: PaperStyle): Strip {
  const columns = Math.min(COLUMNS, Math.max(1, panels.length));
  const width = (widthOf(style) - GAP * (columns - 1)) / columns;
  const head = lineHeight(style) * Math.max(0, ...panels.map(({ lines }) => lines.length));
  const names = namesOf(panels, columnsIn(width, style));
  const title = lineHeight(style) * Math.max(1, ...names.map((lines) => lines.length));
  const cell = title + head + height + ROW_GAP;
  return {
    height: cell * Math.ceil(panels.length / columns),
    draw: (sheet) => {
      const drawn = panels.map((panel, i) => {
        const x = (i % columns) * (width + GAP);
        const y = Math.floor(i / columns) * cell;
        const parts = panelParts(panel, names[i] ?? [], { width, height, top: title + head }, sheet, style);
        return sheet.make("g", { transform: `translate(${round(x)},${round(y)})` }, parts);
      });
      return sheet.make("g", {}, drawn);
    },
  };
}

/** Names in bold are wider. */
function namesOf(panels: ReadonlyArray<Panel>, columns: number): ReadonlyArray<ReadonlyArray<string>> {
  return labelsOf(
    panels.map(({ model }) => model),
    Math.floor(columns * 0.92),
  ).map((label) => label.split("\n"));
}

function panelParts(
  { lines, chart }: Panel,
  name: ReadonlyArray<string>,
  { width, height, top }: PanelSize & { readonly top: number },
  sheet: Sheet,
  style: PaperStyle,
): ReadonlyArray<Shape> {
  const { make } = sheet;
  const step = lineHeight(style);
  const texts = [
    ...name.map((line, i) => make("text", { x: 0, y: step * (i + 0.85), "font-weight": "bold" }, line)),
    ...lines.map((line, i) => {
      const [short = ""] = fitted(line, columnsIn(width, style), 1);
      return make("text", { x: 0, y: step * (name.length + i + 0.85) }, short);
    }),
  ];
  if (typeof chart === "function") {
    const drawn = drawChart({ width, height, options: chart({ width, height }) }, sheet, style);
    return [...texts, make("g", { transform: `translate(0,${round(top)})` }, [drawn])];
  }
  const room = Math.max(1, Math.floor(height / step) - 1);
  const why = fitted(absent(chart.reason), columnsIn(width, style), room);
  const after = name.length + lines.length;
  return [...texts, ...why.map((line, i) => make("text", { x: 0, y: step * (after + i + 0.85) }, line))];
}

function round(value: number): number {
  return Math.round(1000 * value) / 1000;
}
