import type { ModelAnalysis, RunAnalysis } from "../../../plugins/contract/mod.ts";

const none = (reason: string) => ({ ok: false, reason }) as const;

/** A model of which nothing is known but a verdict. */
export function modelAnalysis(model: string, more: Partial<ModelAnalysis> = {}): ModelAnalysis {
  const why = none("3 valid control rows, 50 needed");
  return {
    model,
    outcomes: {
      cutoff: "2023-06-30",
      before: why,
      after: why,
      gap: why,
      difference: why,
      recall: "unknown",
      sentence: "There are no judged rows on both sides of the cutoff",
    },
    verdict: { verdict: "underpowered", sentence: "So few rows show only an AUC above .70" },
    separation: why,
    overlap: why,
    calibration: why,
    distributions: why,
    holdoutAuc: why,
    transfer: why,
    pAfter: why,
    effects: [{ feature: "loss", d: why }],
    decisions: {
      rows: 0,
      clean: why,
      cleanShare: null,
      nEff: 0,
      byConfidence: null,
      byPenalizedConfidence: null,
      byP: [],
    },
    prevalence: { scores: why, outcomes: why, correction: why },
    warnings: [],
    ...more,
  };
}

/** A run of these models. */
export function analysisOf(
  models: ReadonlyArray<ModelAnalysis>,
  more: Partial<RunAnalysis> = {},
): RunAnalysis {
  return {
    settings: { validation: "crossfit", permutations: 199, resamples: 1000 },
    instrument: { ok: true, reason: null, controls: [] },
    blind: none("the blind look is switched off"),
    models,
    ...more,
  };
}

/** Model ids that try to leave their place in a file, a page, a sheet or a terminal. */
export const HOSTILE = [
  "<img src=x onerror=alert(1)>|=cmd()",
  "=cmd()|\"'A1",
  "a\u001b[31mred\u0000\u202e\ufffe\nb",
  "]]></failure>&amp;&#x41;%0A::error::x",
] as const;
