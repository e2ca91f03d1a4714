import { checkFinite } from "./_clusters.ts";
import { compareCodePoints } from "./_code_points.ts";
import { detectMultimodal, type SplitVerdict } from "./detect_multimodal.ts";
import type { Draw } from "./draw.ts";
import type { EnsembleSpec } from "./ensemble_spec.ts";
import { gridAdherence } from "./grid_adherence.ts";
import { robustLocation } from "./robust_location.ts";
import { snapToGrid } from "./snap_to_grid.ts";

/** What the named numbers of the draws say, names in code-point order. */
export interface ComponentSummary {
  /** One number for each component that does not split. */
  readonly location: Readonly<Record<string, number>>;
  /** The same on the grid; null without a grid. */
  readonly locationSnapped: Readonly<Record<string, number>> | null;
  /** Share of each component's values on the grid; null without one. */
  readonly gridAdherence: Readonly<Record<string, number>> | null;
  /** Components in two separated clusters: no single number stands for them. */
  readonly multimodal: ReadonlyArray<string>;
  /** What was found of each component; null where the question was not asked. */
  readonly componentVerdicts: ReadonlyArray<readonly [component: string, verdict: SplitVerdict | null]>;
}

/**
 * Reduces each component of the draws by itself.
 *
 * @param draws At least one if any component is to be found, all with the same components.
 * @throws {RangeError} if a component is missing from a draw or not finite, or splits and the specification says `raise`.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { ensembleSpec, reduceComponents } from "recall-guard/math";
 *
 * const draws = [0.8, 0.9, 0.8].map((growth) => ({ content: "", decision: null, components: { growth } }));
 * assert.deepEqual(reduceComponents(draws, ensembleSpec({ grid: 0.1 })).location, { growth: 0.8 });
 * ```
 */
export function reduceComponents(draws: ReadonlyArray<Draw>, spec: EnsembleSpec): ComponentSummary {
  const columns = columnsOf(draws);
  const verdicts = columns.map(([name, values]) => [name, verdictOf(name, values, spec)] as const);
  const split = verdicts.flatMap(([name, verdict]) => (verdict?.separated === true ? [name] : []));
  const location = columns
    .filter(([name]) => !split.includes(name))
    .map(([name, values]) => [name, robustLocation(values, spec.location, spec.trim)] as const);
  const { grid } = spec;
  return {
    location: Object.fromEntries(location),
    locationSnapped: grid === null ? null : record(location, (value) => snapToGrid(value, grid)),
    gridAdherence: grid === null ? null : record(columns, (values) => gridAdherence(values, grid)),
    multimodal: split,
    componentVerdicts: verdicts,
  };
}

function columnsOf(draws: ReadonlyArray<Draw>): ReadonlyArray<readonly [string, ReadonlyArray<number>]> {
  const names = new Set(draws.flatMap(({ components = {} }) => Object.keys(components)));
  return [...names].sort(compareCodePoints).map((name) => {
    const values = draws.map(({ components = {} }, i) => {
      if (!Object.hasOwn(components, name))
        throw new RangeError(`Cannot reduce draws: draw ${i} has no "${name}"`);
      return components[name]!;
    });
    checkFinite(values);
    return [name, values] as const;
  });
}

function verdictOf(name: string, values: ReadonlyArray<number>, spec: EnsembleSpec): SplitVerdict | null {
  const { massMin, troughSteps, densityRatio, minClusterDraws, minClusterDensity } = spec;
  const verdict = detectMultimodal(values, spec.grid, {
    massMin,
    troughSteps,
    densityRatio,
    minDraws: minClusterDraws,
    minDensity: minClusterDensity,
  });
  if (verdict?.separated === true && spec.multimodal === "raise") {
    const percent = (mass: number) => `${Math.round(100 * mass)} %`;
    throw new RangeError(
      `Cannot reduce "${name}" to one location: ${percent(verdict.lowerMass)} of the draws lie below and ` +
        `${percent(verdict.upperMass)} above a gap`,
    );
  }
  return verdict;
}

function record<Value>(
  entries: ReadonlyArray<readonly [string, Value]>,
  of: (value: Value) => number,
): Readonly<Record<string, number>> {
  return Object.fromEntries(entries.map(([name, value]) => [name, of(value)]));
}
