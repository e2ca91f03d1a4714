/** How a figure looks in print; lengths in points, 72 to the inch. */
export interface PaperStyle {
  readonly widthIn: number;
  readonly fontPt: number;
  readonly fontFamily: string;
  /** Colours that the colour-blind tell apart (Okabe and Ito 2008), in the order of use. */
  readonly palette: ReadonlyArray<string>;
  /** Markers that print in black and white, in the order of use. */
  readonly symbols: ReadonlyArray<PaperSymbol>;
}

/** A marker by its name in the chart library. */
export type PaperSymbol = "circle" | "diamond" | "triangle" | "square" | "star" | "wye" | "cross";

/** A column of a journal. */
const PAPER: PaperStyle = {
  widthIn: 3.5,
  fontPt: 8,
  fontFamily: "Helvetica, Arial, 'Liberation Sans', sans-serif",
  palette: ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#F0E442"],
  symbols: ["circle", "diamond", "triangle", "square", "star", "wye", "cross"],
};

/**
 * The style of a figure: 3.5 inches wide, text of 8 points, a palette that is safe for the colour-blind.
 *
 * @param changes What is to look otherwise.
 * @throws {RangeError} if the width or the text has no size, or there is no colour or marker.
 */
export function configurePaperStyle(changes: Partial<PaperStyle> = {}): PaperStyle {
  const style = { ...PAPER, ...changes };
  for (const name of ["widthIn", "fontPt"] as const) {
    if (!(style[name] > 0))
      throw new RangeError(`Cannot draw: ${name} is ${style[name]}, expected more than 0`);
  }
  for (const name of ["palette", "symbols"] as const) {
    if (style[name].length === 0) throw new RangeError(`Cannot draw: ${name} is empty`);
  }
  return style;
}

/** How the n-th series of a figure is drawn. */
export interface SeriesLook {
  readonly color: string;
  readonly symbol: PaperSymbol;
}

/** A colour and a marker; pairs do not repeat for as many series as the product of their numbers where those have no common factor. */
export function lookOf({ palette, symbols }: PaperStyle, series: number): SeriesLook {
  return {
    color: palette[series % palette.length] ?? "",
    symbol: symbols[series % symbols.length] ?? "circle",
  };
}

/** The width of a figure in points. */
export function widthOf({ widthIn }: PaperStyle): number {
  return 72 * widthIn;
}
