import type {
  Calibrator,
  Direction,
  EvalRecord,
  EvaluationSet,
  FailReason,
  Features,
  Records,
} from "../plugins/contract/mod.ts";
import { setFeatures } from "./_set_features.ts";
import {
  type ControlBaseline,
  FEATURES,
  type FeatureTable,
  featureTable,
  memorisedInterval,
  standardise,
} from "./math/mod.ts";

/** What is known of a row once it has been asked, read and measured. */
export interface RowResult {
  readonly direction: Direction | null;
  readonly confidence: number | null;
  readonly features: Features | null;
  readonly pMemorized: number | null;
  readonly failReason: FailReason | null;
  /** A short clause on the failure; null where there is none. */
  readonly why: string | null;
  readonly excerpt: string | null;
  readonly tokens: number | null;
  readonly marks: ReadonlyArray<string>;
}

/** Rows of one model, kept in columns and made into records one at a time. */
export interface RecordStore {
  readonly set: (row: number, result: RowResult) => void;
  /** 1 where the predicted direction is the target, 0 where not; rows that were read only. */
  readonly correct: () => Float64Array;
  readonly records: () => Records;
}

const REASONS = [
  "timeout",
  "no_logprobs",
  "parse_failure",
  "error",
] as const satisfies ReadonlyArray<FailReason>;
const EXCERPT = 400;

/** What measured the rows. */
interface Yardstick {
  readonly baseline: ControlBaseline;
  readonly calibrator: Calibrator;
}

/** An empty store for the rows of an eval set. */
export function recordStore(model: string, evalSet: EvaluationSet, yardstick: Yardstick): RecordStore {
  const { size } = evalSet;
  const columns = {
    directions: new Int8Array(size),
    confidences: new Float64Array(size),
    p: new Float64Array(size).fill(Number.NaN),
    /** 0 where the row was read, otherwise 1 + the index of its reason. */
    failures: new Uint8Array(size),
    tokens: new Int32Array(size).fill(-1),
    features: new Float64Array(size * FEATURES.length).fill(Number.NaN),
    excerpts: new Map<number, string>(),
    marks: new Map<number, ReadonlyArray<string>>(),
  };
  const table = featureTable(columns.features);
  return {
    set: (row, result) => {
      columns.directions[row] = result.direction ?? 0;
      columns.confidences[row] = result.confidence ?? Number.NaN;
      columns.p[row] = result.pMemorized ?? Number.NaN;
      columns.failures[row] = result.failReason === null ? 0 : 1 + REASONS.indexOf(result.failReason);
      columns.tokens[row] = result.tokens ?? -1;
      if (result.features !== null) setFeatures(columns.features, row, result.features);
      if (result.excerpt !== null)
        columns.excerpts.set(row, [...result.excerpt.slice(0, 2 * EXCERPT)].slice(0, EXCERPT).join(""));
      if (result.marks.length > 0) columns.marks.set(row, result.marks);
    },
    correct: () =>
      Float64Array.from(rowsRead(columns.failures), (row) =>
        Number(columns.directions[row] === evalSet.targets[row]),
      ),
    records: () => ({
      size,
      *[Symbol.iterator]() {
        for (let row = 0; row < size; row++) yield recordAt(row, model, evalSet, yardstick, columns, table);
      },
    }),
  };
}

interface Columns {
  readonly directions: Int8Array;
  readonly confidences: Float64Array;
  readonly p: Float64Array;
  readonly failures: Uint8Array;
  readonly tokens: Int32Array;
  readonly excerpts: ReadonlyMap<number, string>;
  readonly marks: ReadonlyMap<number, ReadonlyArray<string>>;
}

function recordAt(
  row: number,
  model: string,
  evalSet: EvaluationSet,
  { baseline, calibrator }: Yardstick,
  columns: Columns,
  table: FeatureTable,
): EvalRecord {
  const tokens = columns.tokens[row] ?? -1;
  const featuresRaw = tokens < 0 ? null : table.row(row);
  const featuresStandardised = featuresRaw && standardise(featuresRaw, baseline);
  const common = {
    model,
    promptHash: evalSet.promptHash(row),
    targetDirection: toDirection(evalSet.targets[row]),
    date: evalSet.date(row),
    tokens: tokens < 0 ? null : tokens,
    marks: columns.marks.get(row) ?? [],
    pInterval: featuresStandardised && memorisedInterval(calibrator, featuresStandardised),
  };
  const p = columns.p[row] ?? Number.NaN;
  const failReason = REASONS[(columns.failures[row] ?? 0) - 1];
  if (failReason === undefined && featuresRaw !== null && featuresStandardised !== null) {
    const rawConfidence = columns.confidences[row] ?? Number.NaN;
    return Object.assign(common, {
      featuresRaw,
      featuresStandardised,
      parseOk: true as const,
      predictedDirection: toDirection(columns.directions[row]),
      rawConfidence,
      penalizedConfidence: rawConfidence * (1 - p),
      pMemorized: p,
    });
  }
  return Object.assign(common, {
    featuresRaw,
    featuresStandardised,
    parseOk: false as const,
    pMemorized: Number.isNaN(p) ? null : p,
    failReason: failReason ?? "error",
    excerpt: columns.excerpts.get(row) ?? null,
  });
}

function rowsRead(failures: Uint8Array): ReadonlyArray<number> {
  const rows: Array<number> = [];
  for (const [row, failure] of failures.entries()) if (failure === 0) rows.push(row);
  return rows;
}

function toDirection(value: number | undefined): Direction {
  return value === 1 ? 1 : value === -1 ? -1 : 0;
}
