import type {
  CiBound,
  EvalRecord,
  Judgement,
  MajorityBaseline,
  ModelEvalResult,
  Records,
} from "../../../plugins/contract/mod.ts";
import { random } from "../../../stages/math/mod.ts";

export type Triple = readonly [number, number, number];

export function ci([point, lo, hi]: Triple): CiBound {
  return { point, lo, hi };
}

export function recordsOf(rows: ReadonlyArray<EvalRecord> = []): Records {
  return { size: rows.length, [Symbol.iterator]: () => rows[Symbol.iterator]() };
}

/** A model that passes every gate of `classic` against `MAJORITY`. */
export const PASSING: ModelEvalResult = {
  model: "meta/llama-3.1_8b",
  rawAccuracy: ci([0.7, 0.6, 0.8]),
  memguardAccuracy: ci([0.7, 0.6, 0.8]),
  mcsAuc: ci([0.85, 0.8, 0.9]),
  parseSuccessRate: 1,
  parseFailures: 0,
  warnings: [],
  reason: null,
  records: recordsOf(),
};

export const MAJORITY: MajorityBaseline = { direction: 1, accuracy: ci([0.5, 0.4, 0.55]) };

/** A model of which nothing is known but that it could not be calibrated. */
export const UNCALIBRATED: ModelEvalResult = {
  ...PASSING,
  model: "lab/unasked",
  rawAccuracy: null,
  memguardAccuracy: null,
  mcsAuc: null,
  warnings: ["uncalibrated"],
  reason: "12 of 50 control rows are valid",
};

/** What gate sets judge, without cutoffs unless told. */
export function judgementOf(
  results: ReadonlyArray<ModelEvalResult>,
  more: Partial<Omit<Judgement, "results">> = {},
): Judgement {
  return {
    results,
    majority: MAJORITY,
    cutoffs: new Map(),
    rowsAfter: null,
    random: (label) => random(1, label),
    resamples: 50,
    ...more,
  };
}
