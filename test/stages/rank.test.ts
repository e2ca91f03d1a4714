import { it } from "@effect/vitest";
import { Effect, Layer } from "effect";
import { describe, expect } from "vitest";
import { GateSet, type ModelEvalResult, OtherGates, type Verdict } from "../../plugins/contract/mod.ts";
import { classic } from "../../plugins/gates/mod.ts";
import { rank } from "../../stages/mod.ts";
import { evalSetOf, gates, otherGates, STUDY, seed, UNCHECKED, UNSEEN } from "./_fakes.ts";

const majority = { direction: 1, accuracy: { point: 0.4, lo: 0.35, hi: 0.45 } } as const;

const ranked = (
  results: ReadonlyArray<ModelEvalResult>,
  set: typeof gates = gates,
  others: typeof otherGates = otherGates,
) =>
  Effect.provide(
    rank.run(
      {
        study: STUDY,
        evalSet: evalSetOf([]),
        cutoffs: new Map(),
        baselines: new Map(),
        calibrators: new Map(),
        blind: UNSEEN,
        instrument: UNCHECKED,
        results,
        majority,
      },
      {},
    ),
    Layer.mergeAll(set, seed, others),
  );

function result(model: string, point: number, warnings: ReadonlyArray<string> = []): ModelEvalResult {
  const bound = { point, lo: point - 0.05, hi: point + 0.05 };
  return {
    model,
    rawAccuracy: bound,
    memguardAccuracy: bound,
    mcsAuc: { point: 0.8, lo: 0.7, hi: 0.9 },
    parseSuccessRate: 1,
    parseFailures: 0,
    warnings,
    reason: null,
    records: { size: 0, [Symbol.iterator]: () => [][Symbol.iterator]() },
  };
}

describe("rank", () => {
  it.effect("judges by the run's gates and orders by score, best first", () =>
    Effect.gen(function* () {
      const results = [result("low", 0.6), result("blocked", 0.9, ["uncalibrated"]), result("high", 0.8)];
      const { ranking } = yield* ranked(results);

      expect(ranking.verdicts.map(({ model, survives }) => [model, survives])).toEqual([
        ["low", true],
        ["blocked", false],
        ["high", true],
      ]);
      expect(ranking.order).toEqual([2, 0, 1]);
      expect(ranking.verdicts[2]?.score).toBeCloseTo(0.75 * 0.8, 12);
    }),
  );

  it.effect("leaves ties in input order, and what has no score last", () =>
    Effect.gen(function* () {
      const scores = [0, 0.5, 0, Number.NaN, 0.5, 0.7];
      const judge = (): ReadonlyArray<Verdict> =>
        scores.map((score, i) => ({
          model: `m${i}`,
          score,
          components: {},
          survives: score > 0,
          warnings: [],
        }));
      const words = { passed: "", besides: "", reading: "" };
      const set = { name: "fixed", formula: "", thresholds: {}, blocking: [], judge, words };
      const layer = Layer.succeed(GateSet, set);
      const results = scores.map((_, i) => result(`m${i}`, 0.5));
      const { ranking } = yield* ranked(results, layer);

      expect(ranking.order).toEqual([5, 1, 4, 0, 2, 3]);
    }),
  );

  it.effect("tells beside what the other gate sets would have said of the same results", () =>
    Effect.gen(function* () {
      const strict = classic.make({ parse_min: 0.8, mcs_auc_min: 0.9 });
      const others = Layer.succeed(OtherGates, [strict]);
      const { ranking } = yield* ranked([result("low", 0.6), result("high", 0.8)], gates, others);

      expect(ranking.verdicts.map(({ survives }) => survives)).toEqual([true, true]);
      expect(ranking.beside.map(({ gates, order }) => [gates, order])).toEqual([[strict, [0, 1]]]);
      expect(ranking.beside[0]?.verdicts.map(({ survives }) => survives)).toEqual([false, false]);
    }),
  );

  it.effect("ranks nothing where there is nothing", () =>
    Effect.gen(function* () {
      const { ranking } = yield* ranked([]);

      expect(ranking).toEqual({ verdicts: [], order: [], beside: [] });
    }),
  );
});
