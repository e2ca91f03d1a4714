import type { Check } from "../finding.ts";
import { alternatives } from "./alternatives.ts";
import { inference } from "./inference.ts";
import { limits } from "./limits.ts";
import { logprobs } from "./logprobs.ts";
import { reading } from "./reading.ts";
import { reasoning } from "./reasoning.ts";
import { servedModel } from "./served_model.ts";
import { spelling } from "./spelling.ts";
import { stability } from "./stability.ts";
import { temperature } from "./temperature.ts";

/** What is looked at in every model, in the order of telling. */
export const CHECKS: ReadonlyArray<Check> = [
  inference,
  servedModel,
  logprobs,
  alternatives,
  spelling,
  reasoning,
  temperature,
  stability,
  reading,
  limits,
];
