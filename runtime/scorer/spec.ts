import { Effect } from "effect";
import { ConfigurationError } from "../../plugins/contract/mod.ts";
import { type EnsembleSpec, ensembleSpec } from "../../stages/math/mod.ts";

/** A specification that was built by `ensembleSpec`, or plain data in its form, and the quantile asked for with it. */
export function checkedSpec(
  spec: EnsembleSpec,
  conservativeQuantile: number | null,
): Effect.Effect<EnsembleSpec, ConfigurationError> {
  return Effect.try({
    try: () => {
      if (conservativeQuantile !== null && !(conservativeQuantile >= 0 && conservativeQuantile <= 1)) {
        throw new RangeError(
          `Cannot plan an ensemble: conservativeQuantile: expected a share in [0, 1], got ${conservativeQuantile}`,
        );
      }
      return ensembleSpec(spec);
    },
    catch: (error) =>
      new ConfigurationError({ message: error instanceof Error ? error.message : String(error) }),
  });
}
