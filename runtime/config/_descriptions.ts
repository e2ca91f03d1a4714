import type { Config } from "./schema.ts";

/** What each key of a config is for; editors show it. */
export const DESCRIPTIONS: { readonly [Key in keyof Config]-?: string } = {
  version: "The version of the config's format.",
  seed: "Every random draw of the run comes from it.",
  inputs: "The run's files, relative to this one.",
  models: "Candidates, to be tried by the smoke test first, or a shortlist that skips it.",
  reference_model: "A model whose loss on the same prompt is compared with; null or none for none.",
  provider: "What answers: a built-in provider, ./file.ts or npm:package.",
  gates: "The gate set that ranks the models; there is no default, since they answer different questions.",
  reports: "The report writers, in the order in which they write.",
  validation:
    "How the calibrator is judged: out of fold, or on a quarter held out as the Python package does.",
  resamples: "Bootstrap resamples behind every interval.",
  permutations: "Refits under permuted labels behind every permutation p.",
  controls: "Whether the run first checks its instrument on embedded models that are known by construction.",
  request: "How every completion is asked for.",
  retry: "What is asked again, and for how long.",
  calibration: "When a model's baseline and calibrator count.",
  prices: "Money per million tokens by model, for plan and budget.",
  budget: "What the run may spend at most, over all its sessions; wall_time_s holds for each of them.",
  out: "The run directory, relative to the working directory; one is made under runs/ without it.",
  stages: "The pipeline's stages in their order; the standard order without it.",
};
