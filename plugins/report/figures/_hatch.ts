import type { Shape, Sheet } from "./_svg.ts";

/** A filling that can be told from others in black and white. */
export interface Hatch {
  /** Of this figure, from 0. */
  readonly number: number;
  readonly color: string;
  /** Degrees of its lines against the horizontal. */
  readonly angle: number;
  /** Points between lines. */
  readonly step: number;
}

const STROKE = 0.9;
const GROUND = 0.22;

/** What fills a shape with a hatch of the figure of this name. */
export function hatched(figure: string, { number }: Pick<Hatch, "number">): string {
  return `url(#${figure}-hatch-${number})`;
}

/** The hatches of a figure, for its head. */
export function hatchDefinitions({ make }: Sheet, figure: string, hatches: ReadonlyArray<Hatch>): Shape {
  const patterns = hatches.map(({ number, color, angle, step }) =>
    make(
      "pattern",
      {
        id: `${figure}-hatch-${number}`,
        width: step,
        height: step,
        patternUnits: "userSpaceOnUse",
        patternTransform: `rotate(${angle})`,
      },
      [
        make("rect", { width: step, height: step, fill: color, "fill-opacity": GROUND }),
        make("path", { d: `M0,0H${step}`, stroke: color, "stroke-width": 2 * STROKE }),
      ],
    ),
  );
  return make("defs", {}, patterns);
}
