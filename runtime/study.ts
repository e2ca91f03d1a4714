import type { StudyPlan } from "../plugins/contract/mod.ts";
import type { Config } from "./config/mod.ts";

/** What the stages need of a config. */
export function toStudy(config: Config): StudyPlan {
  const { inputs, models, request, calibration } = config;
  return {
    inputs: {
      evalSet: inputs.eval_set,
      isMemorized: inputs.is_memorized,
      oosControl: inputs.oos_control,
      cutoffs: inputs.cutoffs,
    },
    models: models.candidates ?? models.shortlist ?? [],
    areCandidates: models.candidates !== undefined,
    referenceModel: config.reference_model === "none" ? null : config.reference_model,
    request: {
      temperature: request.temperature,
      maxTokens: request.max_tokens,
      topLogprobs: request.top_logprobs,
    },
    calibration: { minValid: calibration.min_valid, minAuc: calibration.min_auc },
    validation: config.validation,
    resamples: config.resamples,
    permutations: config.permutations,
  };
}
