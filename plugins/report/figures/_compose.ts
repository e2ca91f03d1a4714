import { visible } from "../wording.ts";
import { type Hatch, hatchDefinitions } from "./_hatch.ts";
import { type Attributes, blankSheet, type Shape, type Sheet, setAll } from "./_svg.ts";
import { lineHeight } from "./_text.ts";
import { type PaperStyle, widthOf } from "./style.ts";

/** A figure as text of an SVG file, with what a page says of it. */
export interface Figure {
  /** Of letters, digits and underscores; the name of its file without the ending, and the start of ids in it. */
  readonly name: string;
  readonly title: string;
  /** What it shows, in sentences. */
  readonly caption: string;
  readonly svg: string;
}

/** A strip of a figure, below the one before it. */
export interface Strip {
  /** In points. */
  readonly height: number;
  readonly draw: (sheet: Sheet, style: PaperStyle) => Shape;
}

/** What a figure is made of. */
export interface FigureParts extends Omit<Figure, "svg"> {
  /** Its numbers in words, a line each, for who cannot see it. */
  readonly words: ReadonlyArray<string>;
  readonly hatches: ReadonlyArray<Hatch>;
  readonly strips: ReadonlyArray<Strip>;
}

/** Sets the strips of a figure one below the other, under its title. */
export function compose(parts: FigureParts, style: PaperStyle): Figure {
  const { name, title, caption, words, hatches } = parts;
  const sheet = blankSheet();
  const { root, make } = sheet;
  const strips = [heading(title), ...parts.strips];
  const height = Math.ceil(strips.reduce((sum, strip) => sum + strip.height, 0));
  setAll(root, frameOf(name, height, style));
  root.append(
    make("title", { id: `${name}-title` }, title),
    make("desc", { id: `${name}-desc` }, [caption, ...words.map(visible)].join("\n")),
    hatchDefinitions(sheet, name, hatches),
  );
  let top = 0;
  for (const strip of strips) {
    const drawn = strip.draw(sheet, style);
    root.append(make("g", { transform: `translate(0,${Math.round(1000 * top) / 1000})` }, [drawn]));
    top += strip.height;
  }
  return { name, title, caption, svg: root.outerHTML };
}

function frameOf(name: string, height: number, style: PaperStyle): Attributes {
  const width = widthOf(style);
  return {
    width: `${style.widthIn}in`,
    height: `${Math.round((1000 * height) / 72) / 1000}in`,
    viewBox: `0 0 ${width} ${height}`,
    role: "img",
    "aria-labelledby": `${name}-title`,
    "aria-describedby": `${name}-desc`,
    "font-family": style.fontFamily,
    "font-size": style.fontPt,
    fill: "currentColor",
  };
}

function heading(title: string): Strip {
  return {
    height: 14,
    draw: ({ make }, style) => make("text", { x: 0, y: lineHeight(style), "font-weight": "bold" }, title),
  };
}

/** Lines of text below a figure. */
export function notesStrip(lines: ReadonlyArray<string>, style: PaperStyle): Strip {
  const step = lineHeight(style);
  return {
    height: lines.length === 0 ? 0 : 4 + step * lines.length,
    draw: ({ make }) =>
      make(
        "g",
        {},
        lines.map((line, i) => make("text", { x: 0, y: step * (i + 1) }, line)),
      ),
  };
}
