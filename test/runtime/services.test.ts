import { join } from "node:path";
import * as NodeContext from "@effect/platform-node/NodeContext";
import { it } from "@effect/vitest";
import { Effect } from "effect";
import { describe, expect } from "vitest";
import { assertCutoffSafe, loadCutoffs, loadEvalSet, servicesOf, smokeTest } from "../../runtime/mod.ts";
import { folder } from "../support/cli.ts";

const inputs = { evalSet: "data/demo/eval.jsonl", cutoffs: "data/demo/cutoffs.yaml" };

describe("servicesOf()", () => {
  it.effect("servicesOf() gives the functions of the stages what a config names", () =>
    Effect.gen(function* () {
      const evalSet = yield* loadEvalSet(inputs.evalSet);
      const cutoffs = yield* loadCutoffs(inputs.cutoffs);
      const models = ["coin", "nobody"];
      const guarded = yield* Effect.flip(
        assertCutoffSafe(evalSet, models, { cutoffs, rows: "count", inputs }),
      );
      const prompt =
        "Session A1B2C. Ticker: LCUQ. Setup: S283, steady close.\nCall the next session.\nDirection: [1/-1/0]\nConfidence: [0.0-1.0]\nReason: [clause]";
      const outcomes = yield* smokeTest(["coin"], [prompt], { maxSize: 10 });

      expect(evalSet.size).toBe(300);
      expect(guarded.message).toBe(
        'Model "nobody" is not in the cutoff registry "data/demo/cutoffs.yaml"; add its training cutoff there',
      );
      expect(outcomes.map(({ model, passed }) => [model, passed])).toEqual([["coin", true]]);
    }).pipe(Effect.provide(servicesOf("configs/demo.yaml")), Effect.provide(NodeContext.layer)),
  );

  it.effect("loadCutoffs() reads a month as its last day, and names a bad date with its place", () =>
    Effect.gen(function* () {
      const files = folder({
        "months.yaml": "models:\n  one: 2023-12\n  two: { date: 2024-02, source: card }\n",
        "bad.yaml": "models:\n  one: 2023-13\n",
      });
      const cutoffs = yield* loadCutoffs(join(files, "months.yaml"));
      const refused = yield* Effect.flip(loadCutoffs(join(files, "bad.yaml")));

      expect([...cutoffs]).toEqual([
        ["one", { date: "2023-12-31", source: null, precision: "month" }],
        ["two", { date: "2024-02-29", source: "card", precision: "month" }],
      ]);
      expect(refused.message).toContain(
        'bad.yaml:2:8: models.one: expected a date YYYY-MM-DD or a month YYYY-MM, got "2023-13"',
      );
    }).pipe(Effect.provide(servicesOf("configs/demo.yaml")), Effect.provide(NodeContext.layer)),
  );

  it.effect("servicesOf() refuses a config that is none", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(
        Effect.provide(loadCutoffs("cutoffs.yaml"), servicesOf("configs/cutoffs.yaml")),
      );

      expect(error._tag).toBe("ConfigError");
    }).pipe(Effect.provide(NodeContext.layer)),
  );
});
