import type { Calibrator, ControlBaseline } from "../plugins/contract/mod.ts";
import type { Measured } from "./_measured.ts";
import type { RowResult } from "./_record_store.ts";
import { beginning, readAnswer } from "./answer/mod.ts";
import { memorisedProbability, standardise } from "./math/mod.ts";

const NOTHING = {
  direction: null,
  confidence: null,
  features: null,
  pMemorized: null,
  tokens: null,
  marks: [],
} as const;

/** Reads and scores what came of one evaluation prompt. */
export function rowResult(
  { outcome, measurement }: Measured,
  baseline: ControlBaseline,
  calibrator: Calibrator,
): RowResult {
  if (outcome._tag === "Failed") {
    const { reason, detail } = outcome;
    return { ...NOTHING, failReason: reason, why: detail, excerpt: detail };
  }
  const { text, finishReason } = outcome.answer;
  if (measurement === null || !measurement.ok) {
    const why = measurement?.why ?? "not measured";
    return {
      ...NOTHING,
      failReason: measurement?.failReason ?? "error",
      why,
      excerpt: text === "" ? why : text,
    };
  }
  const { features, marks, nTokens } = measurement;
  const scored = memorisedProbability(calibrator, standardise(features, baseline));
  const measured = { features, pMemorized: scored?.p ?? null, tokens: nTokens, marks };
  if (scored === null) {
    return {
      ...NOTHING,
      ...measured,
      failReason: "error",
      why: "its calibrator needs a feature that it lacks",
      excerpt: text,
    };
  }
  const { direction, confidence, why } = readAnswer(text, finishReason);
  if (direction !== null && confidence !== null) {
    return { ...measured, direction, confidence, failReason: null, why: null, excerpt: null };
  }
  return {
    ...measured,
    direction: null,
    confidence: null,
    failReason: "parse_failure",
    why: `${why ?? "no direction"} in ${beginning(text)}`,
    excerpt: text,
  };
}
