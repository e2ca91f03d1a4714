import type { RenderFunction } from "@observablehq/plot";
import { visible } from "../wording.ts";
import type { Shape } from "./_svg.ts";

/** Numbers and names that a shape stands for, as they are in the artifacts. */
export type Facts = Readonly<Record<string, string | number | null>>;

/** What a datum of a mark says of itself. */
export interface Telling {
  /** Told to a machine, as `data-*` attributes in full precision; null where there is no number. */
  readonly facts: Facts;
  /** Told to a reader who points at the shape. */
  readonly says: string;
}

/** Gives every shape of a mark its numbers as `data-*` attributes, and its words as a title. */
export function telling(data: ReadonlyArray<Telling>): {
  readonly render: RenderFunction;
  readonly title: (d: Telling) => string;
} {
  return {
    title: ({ says }) => visible(says),
    render: (index, scales, values, dimensions, context, next) => {
      const group = next?.(index, scales, values, dimensions, context) ?? null;
      const shapes: ReadonlyArray<Shape> = group === null ? [] : [...group.children];
      for (const [place, shape] of shapes.entries()) tell(shape, data[index[place] ?? -1]?.facts ?? {});
      return group;
    },
  };
}

function tell(shape: Shape, facts: Facts): void {
  for (const [name, value] of Object.entries(facts)) {
    shape.setAttribute(
      `data-${name}`,
      value === null ? "" : typeof value === "number" ? String(value) : visible(value),
    );
  }
}
