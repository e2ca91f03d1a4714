import type { Calibrator, ControlBaseline } from "../plugins/contract/mod.ts";
import type { Measured } from "./_measured.ts";
import type { RowResult } from "./_record_store.ts";
import { readAnswer } from "./answer/mod.ts";
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
  if (outcome._tag === "Failed") return { ...NOTHING, failReason: outcome.reason, excerpt: outcome.detail };
  const { text, finishReason } = outcome.answer;
  if (measurement === null || !measurement.ok) {
    const excerpt = text === "" ? (measurement?.why ?? text) : text;
    return { ...NOTHING, failReason: measurement?.failReason ?? "error", excerpt };
  }
  const { features, marks, nTokens } = measurement;
  const scored = memorisedProbability(calibrator, standardise(features, baseline));
  const measured = { features, pMemorized: scored?.p ?? null, tokens: nTokens, marks };
  if (scored === null) return { ...NOTHING, ...measured, failReason: "error", excerpt: text };
  const { direction, confidence } = readAnswer(text, finishReason);
  return direction === null || confidence === null
    ? { ...measured, direction: null, confidence: null, failReason: "parse_failure", excerpt: text }
    : { ...measured, direction, confidence, failReason: null, excerpt: null };
}
