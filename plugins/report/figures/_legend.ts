import * as Plot from "@observablehq/plot";
import type { Strip } from "./_compose.ts";
import { drawChart } from "./_plot.ts";
import { lineHeight, textWidth } from "./_text.ts";
import { type PaperStyle, type SeriesLook, widthOf } from "./style.ts";

/** What a mark of a figure stands for. */
export type LegendItem = { readonly label: string } & (
  | { readonly kind: "marker"; readonly look: SeriesLook }
  | { readonly kind: "dot"; readonly look: SeriesLook; readonly isPale: boolean }
  | { readonly kind: "area"; readonly fill: string; readonly stroke: string }
  | { readonly kind: "line"; readonly dash: string }
);

/** How opaque a pale marker is. */
export const PALE = 0.3;

/** Points that a swatch takes, and what stands between items. */
const SWATCH = 14;
const GAP = 9;

/** A legend on as many lines as it takes. */
export function legendStrip(items: ReadonlyArray<LegendItem>, style: PaperStyle): Strip {
  const places = placesOf(items, style);
  const lines = 1 + Math.max(0, ...places.map(({ line }) => line));
  const step = lineHeight(style) + 1;
  const height = items.length === 0 ? 0 : step * lines + 3;
  return {
    height,
    draw: (sheet) => {
      const width = widthOf(style);
      const marks = places.flatMap(({ item, x, line }) => swatch(item, x, step * (line + 0.5)));
      const identity = { type: "identity", axis: null } as const;
      const options = { margin: 0, x: identity, y: identity, marks };
      return drawChart({ width, height, options }, sheet, style);
    },
  };
}

interface Place {
  readonly item: LegendItem;
  readonly x: number;
  readonly line: number;
}

function placesOf(items: ReadonlyArray<LegendItem>, style: PaperStyle): ReadonlyArray<Place> {
  let x = 0;
  let line = 0;
  return items.map((item) => {
    const width = SWATCH + textWidth(item.label, style);
    if (x > 0 && x + width > widthOf(style)) {
      x = 0;
      line++;
    }
    const place = { item, x, line };
    x += width + GAP;
    return place;
  });
}

function swatch(item: LegendItem, x: number, y: number): ReadonlyArray<Plot.Markish> {
  const label = Plot.text([item.label], { x: [x + SWATCH], y: [y], textAnchor: "start" });
  const line = { x1: [x], x2: [x + SWATCH - 4], y: [y] };
  const middle = { x: [x + (SWATCH - 4) / 2], y: [y] };
  switch (item.kind) {
    case "marker":
      return [
        Plot.ruleY([0], { ...line, stroke: item.look.color, strokeWidth: 1.2 }),
        Plot.dot([0], { ...middle, ...dotOf(item.look) }),
        label,
      ];
    case "dot":
      return [Plot.dot([0], { ...middle, ...dotOf(item.look), fillOpacity: item.isPale ? PALE : 1 }), label];
    case "area":
      return [
        Plot.rect([0], {
          x1: [x],
          x2: [x + SWATCH - 4],
          y1: [y - 3],
          y2: [y + 3],
          fill: item.fill,
          stroke: item.stroke,
          strokeWidth: 0.6,
        }),
        label,
      ];
    case "line":
      return [Plot.ruleY([0], { ...line, strokeDasharray: item.dash, strokeWidth: 1 }), label];
  }
}

function dotOf({ color, symbol }: SeriesLook): Plot.DotOptions {
  return { r: 2.6, symbol, fill: color, stroke: "currentColor", strokeWidth: 0.5 };
}
