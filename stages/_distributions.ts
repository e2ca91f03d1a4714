import type {
  DistributionFindings,
  FeatureSpread,
  FeatureTable,
  Known,
  ModelBaseline,
} from "../plugins/contract/mod.ts";
import { FEATURES, type HistogramRange, histogram, quantile, standardiseTable } from "./math/mod.ts";

const BINS = 30;
/** The share of rows on either side that may lie beyond the range. */
const TAIL = 0.01;
/** The range ends here at the latest, in standard deviations: a feature that hardly varies has rows anywhere. */
const FARTHEST = 20;

/** How the features of the calibration rows are spread in both corpora, by the model's own control baseline. */
export function distributions(
  members: FeatureTable,
  known: ModelBaseline | undefined,
): Known<DistributionFindings> {
  if (known === undefined) return { ok: false, reason: "it has no control baseline" };
  const { baseline, controls } = known;
  const tables = [standardiseTable(members, baseline), standardiseTable(controls, baseline)];
  const columns = FEATURES.map((feature, column) => {
    const [ofMembers = NOTHING, ofControls = NOTHING] = tables.map((table) => sortedColumn(table, column));
    return { feature, members: ofMembers, controls: ofControls };
  }).filter(({ members, controls }) => members.length > 0 && controls.length > 0);
  const all = columns.flatMap(({ members, controls }) => [members, controls]);
  if (all.length === 0) return { ok: false, reason: "no feature has rows in both corpora" };
  const range = rangeOf(all);
  return {
    ok: true,
    value: {
      lo: range.lo,
      hi: range.hi,
      features: columns.map(({ feature, members, controls }) => ({
        feature,
        members: spread(members, range),
        controls: spread(controls, range),
      })),
    },
  };
}

const NOTHING = new Float64Array();

function sortedColumn({ size, values }: FeatureTable, column: number): Float64Array {
  const cells = Float64Array.from({ length: size }, (_, row) => values[row * FEATURES.length + column] ?? 0);
  return cells.filter((cell) => !Number.isNaN(cell)).sort();
}

function rangeOf(columns: ReadonlyArray<Float64Array>): HistogramRange {
  const lo = Math.floor(Math.min(...columns.map((values) => quantile(values, TAIL))));
  const hi = Math.ceil(Math.max(...columns.map((values) => quantile(values, 1 - TAIL))));
  const held = (end: number) => Math.min(Math.max(end, -FARTHEST), FARTHEST);
  return held(lo) < held(hi)
    ? { lo: held(lo), hi: held(hi), bins: BINS }
    : { lo: held(lo) - 1, hi: held(hi) + 1, bins: BINS };
}

function spread(sorted: Float64Array, range: HistogramRange): FeatureSpread {
  return { rows: sorted.length, median: quantile(sorted, 0.5), counts: histogram(sorted, range) };
}
