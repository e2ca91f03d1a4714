import { definePlugin, Schema } from "recall-guard/plugin";

/** Ranks by how far the lower end of the accuracy lies above the direction that came most often. */
export default definePlugin({
  kind: "gates",
  name: "edge",
  version: "0.1.0",
  options: Schema.Struct({ parse_min: Schema.Number.pipe(Schema.between(0, 1)) }),
  make: ({ parse_min }) => ({
    name: "edge",
    formula: "raw_acc_lo - majority_acc_point",
    thresholds: { parse_min },
    blocking: ["unreadable", "no-lead"],
    judge: ({ results, majority }) =>
      results.map(({ model, rawAccuracy, parseSuccessRate }) => {
        const lead = rawAccuracy === null ? null : rawAccuracy.lo - majority.accuracy.point;
        const warnings = [
          ...(parseSuccessRate < parse_min ? ["unreadable"] : []),
          ...(lead === null || lead <= 0 ? ["no-lead"] : []),
        ];
        const survives = warnings.length === 0;
        const components = { lead, parse_success_rate: parseSuccessRate };
        return { model, score: survives ? (lead ?? 0) : 0, components, survives, warnings };
      }),
    words: { passed: `parse-success ≥ ${parse_min}, lead above 0`, besides: "", reading: "" },
  }),
});
