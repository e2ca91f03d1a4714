import { Effect, Either, Layer } from "effect";
import { describe, expect, it } from "vitest";
import type { CiBound, ModelEvalResult, Verdict } from "../../plugins/contract/mod.ts";
import { compositeScore } from "../../plugins/gates/mod.ts";
import { decodeAt, readSource } from "../../runtime/config/mod.ts";
import { Config } from "../../runtime/config/schema.ts";
import { judgedBy } from "../../stages/_judged_by.ts";
import {
  auc,
  bootstrapAuc,
  bootstrapMean,
  controlBaseline,
  features,
  featureTableBuilder,
  fitLogistic,
  loss,
  memorisedProbability,
  minKPlusPlus,
  probability,
  random,
  standardise,
  wilsonInterval,
  zlibLength,
} from "../../stages/math/mod.ts";
import { computeMajorityBaseline, loadCorpus } from "../../stages/mod.ts";
import { casesIn } from "../support/cases.ts";
import { fakeInputs, fakeProgress } from "./_fakes.ts";

type Args = Readonly<Record<string, unknown>>;
interface StatInput {
  readonly type: "stat";
  readonly fn: string;
  readonly args: Args;
}
interface Accept {
  readonly value?: number;
  readonly value_abs?: number;
  readonly tol?: number;
  readonly point?: number;
  readonly lo?: number;
  readonly hi?: number;
  readonly order?: ReadonlyArray<string>;
  readonly order_prefix?: ReadonlyArray<string>;
  readonly zlib_len?: number;
  readonly undefined?: string;
  readonly refused?: string;
  readonly property?: string;
}

/** The numbers that JSON has no sign for. */
const number = (value: unknown) => Number(value);
const numbers = (value: unknown) => Float64Array.from(value as ReadonlyArray<unknown>, number);
const bits = (value: unknown) => Uint8Array.from(value as ReadonlyArray<number>);
const bound = (value: unknown) => value as CiBound;

const traceOf = (
  tokens: ReadonlyArray<{ readonly logprob: number; readonly top: ReadonlyArray<number> }>,
) => ({
  logprobs: Float64Array.from(tokens, ({ logprob }) => logprob),
  alternatives: Float64Array.from(tokens.flatMap(({ top }) => top)),
  ends: Uint32Array.from(tokens, (_, i) =>
    tokens.slice(0, i + 1).reduce((sum, { top }) => sum + top.length, 0),
  ),
});

const flat = (logprobs: ReadonlyArray<number>) =>
  traceOf(logprobs.map((logprob) => ({ logprob, top: [logprob, logprob - 1] })));

const result = (more: Partial<ModelEvalResult>): ModelEvalResult => ({
  model: "a",
  rawAccuracy: { point: 0.6, lo: 0.5, hi: 0.7 },
  memguardAccuracy: { point: 0.6, lo: 0.5, hi: 0.7 },
  mcsAuc: { point: 0.8, lo: 0.7, hi: 0.9 },
  parseSuccessRate: 1,
  parseFailures: 0,
  warnings: [],
  reason: null,
  records: { size: 0, [Symbol.iterator]: () => [][Symbol.iterator]() },
  ...more,
});

const LOW = { direction: 1, accuracy: { point: 0.2, lo: 0.1, hi: 0.3 } } as const;

/** What is asserted of each function that a case names. */
const CHECKS: Readonly<Record<string, (args: Args, accept: Accept) => void | Promise<void>>> = {
  auc: ({ scores, labels }, { value, undefined: none }) => {
    const area = () => auc(numbers(scores), bits(labels));
    const backwards = () => auc(numbers(scores).reverse(), bits(labels).reverse());
    if (value !== undefined) {
      expect(area()).toBeCloseTo(value, 9);
      expect(backwards()).toBe(area());
    } else if (none === "refused") expect(area).toThrow(RangeError);
    else expect(area()).toBeNull();
  },

  logistic_fit_predict: ({ X, y, predict }, { refused }) => {
    const rows = X as ReadonlyArray<ReadonlyArray<number>>;
    const d = rows[0]?.length ?? 0;
    const fit = () => fitLogistic(Float64Array.from(rows.flat()), bits(y), d);
    if (refused !== undefined) return expect(fit).toThrow(RangeError);
    const model = fit();
    expect(fit()).toEqual(model);
    const ps = rows.map((row) => probability(model, row));
    expect(ps.every((p) => p > 0 && p < 1)).toBe(true);
    expect(ps.toSorted((a, b) => a - b)).toEqual(ps);
    expect(new Set(ps).size).toBe(rows.length);
    for (const row of predict as typeof rows) expect(probability(model, row)).toBeCloseTo(0.5, 0);
  },

  standardise: ({ baseline, x }) => {
    const controls = featureTableBuilder();
    for (const loss of baseline as ReadonlyArray<number>)
      controls.push({ loss, min_k: loss, min_k_pp: loss, zlib_ratio: loss, ref_delta: null });
    const made = controlBaseline(controls.build(), 2);
    const [same = Number.NaN, other = Number.NaN] = (x as ReadonlyArray<number>).map((loss) =>
      number(standardise({ loss, min_k: 0, min_k_pp: 0, zlib_ratio: 0, ref_delta: null }, made).loss),
    );
    expect(Math.abs(same)).toBeLessThan(1e-6);
    expect(Number.isFinite(other)).toBe(true);
    // The floor under the spread is the reference's, so the rest of the formula has to be so too.
    expect(made.std.loss).toBe(1e-6);
    expect(other).toBe((number((x as ReadonlyArray<number>)[1]) - number(made.mean.loss)) / 1e-6);
  },

  wilson_interval: ({ k, n, confidence }, { lo, hi, tol = 0 }) => {
    const found = wilsonInterval(number(k), number(n), { confidence: number(confidence) });
    expect(Math.abs(number(found?.lo) - number(lo))).toBeLessThanOrEqual(tol);
    expect(Math.abs(number(found?.hi) - number(hi))).toBeLessThanOrEqual(tol);
    expect(found?.point).toBe(number(k) / number(n));
  },

  bootstrap_ci_mean: ({ samples, n_resamples, seed }, { point, lo, hi, refused }) => {
    const values = numbers(samples);
    const made = () =>
      bootstrapMean(values, { resamples: number(n_resamples), random: random(number(seed), "mean") });
    if (refused !== undefined) {
      const source = readSource(`resamples: ${JSON.stringify(n_resamples)}`, "run.yaml");
      const issues = Either.flip(decodeAt(Config, source, source.value));
      const says = Either.getOrThrow(issues).map(({ says }) => says);
      expect(says).toContainEqual(
        expect.stringMatching(/^resamples: expected a whole number from 1 to 1000000, got (?:0|"1e3")$/),
      );
      if (n_resamples === 0) expect(made).toThrow(RangeError);
    } else if (point === undefined) {
      expect(made()).toEqual(made());
      expect(values).toEqual(numbers(samples));
      expect(made()?.point).toBe(0.6);
      expect(made()?.lo).toBeGreaterThanOrEqual(0.2);
      expect(made()?.lo).toBeLessThanOrEqual(0.4);
      expect(made()?.hi).toBeGreaterThanOrEqual(0.8);
      expect(made()?.hi).toBeLessThanOrEqual(0.9);
    } else expect(made()).toEqual({ point, lo, hi });
  },

  bootstrap_ci_auc: ({ scores, labels, n_resamples, seed }, { point }) => {
    const { bound, dropped } = bootstrapAuc(numbers(scores), bits(labels), {
      resamples: number(n_resamples),
      random: random(number(seed), "auc"),
    });
    expect(bound?.point).toBe(point);
    expect(number(bound?.lo)).toBeLessThanOrEqual(number(bound?.hi));
    expect(number(bound?.lo)).toBeGreaterThanOrEqual(0);
    expect(bound?.hi).toBeLessThanOrEqual(1);
    expect(dropped).toBeGreaterThan(0);
  },

  majority_baseline: ({ targets }, { point }) => {
    const options = { resamples: 100, random: random(0, "majority") };
    const { accuracy, direction } = computeMajorityBaseline(Int8Array.from(numbers(targets)), options);
    expect(accuracy.point).toBe(point);
    expect(direction).toBe(numbers(targets)[0]);
  },

  gate: ({ memguard_accuracy, majority, mcs_auc, parse_success_rate }) => {
    const point = number(mcs_auc);
    const verdict = compositeScore(
      result({
        memguardAccuracy: bound(memguard_accuracy),
        mcsAuc: { point, lo: point, hi: point },
        parseSuccessRate: number(parse_success_rate),
      }),
      { direction: 0, accuracy: bound(majority) },
    );
    expect(verdict).toMatchObject({ score: 0, survives: false, warnings: ["not-better-than-baseline"] });
  },

  split: async ({ prompts }) => {
    const rows = prompts as ReadonlyArray<string>;
    const progress = fakeProgress();
    const text = rows.map((prompt) => `${JSON.stringify({ prompt })}\n`).join("");
    const layer = Layer.merge(fakeInputs({ "seen.jsonl": text }), progress.layer);
    await Effect.runPromise(Effect.provide(loadCorpus("seen.jsonl"), layer));
    const repeats = rows.length - new Set(rows).size;
    // Only equal prompts are told of: that two texts mean the same is for their owner to see.
    expect(progress.warnings).toEqual(
      repeats === 0 ? [] : [`"seen.jsonl": ${repeats} rows repeat an earlier prompt`],
    );
  },

  rank: ({ scores }, { order, order_prefix }) => {
    const given = scores as ReadonlyArray<{ readonly model: string; readonly score: unknown }>;
    const verdicts = given.map(
      ({ model, score }): Verdict => ({
        model,
        score: number(score),
        components: {},
        survives: true,
        warnings: [],
      }),
    );
    const gates = {
      name: "given",
      formula: "",
      thresholds: {},
      blocking: [],
      judge: () => verdicts,
      words: { passed: "", besides: "", reading: "" },
    };
    const judgement = {
      results: given.map(({ model }) => result({ model })),
      majority: LOW,
      cutoffs: new Map(),
      rowsAfter: null,
      random: (label: string) => random(0, label),
      resamples: 1,
    };
    const found = judgedBy(gates, judgement).order.map((index) => given[index]?.model);
    if (order !== undefined) expect(found).toEqual(order);
    else {
      expect(order_prefix).toEqual(["c"]);
      expect(found).toEqual(["c", "a", "d", "b"]);
    }
  },

  min_k: ({ logprobs, ratio }, { value }) => {
    const given = logprobs as ReadonlyArray<number>;
    const trace = flat(given);
    expect(features("x", trace, null, number(ratio)).min_k).toBeCloseTo(number(value), 9);
    expect([...trace.logprobs]).toEqual(given);
  },

  min_k_pp: ({ tokens, ratio }) => {
    const { value, degenerate } = minKPlusPlus(
      traceOf(tokens as Parameters<typeof traceOf>[0]),
      number(ratio),
    );
    expect(Number.isFinite(value)).toBe(true);
    if (!degenerate) expect(Math.abs(value)).toBeLessThan(1e4);
  },

  zlib_size: ({ text }, { zlib_len, tol = 0 }) => {
    expect(Math.abs(zlibLength(String(text)) - number(zlib_len))).toBeLessThanOrEqual(tol);
  },

  ref_delta: ({ target_loss, ref_loss, form }, { value_abs }) => {
    const trace = flat([-number(target_loss), -number(target_loss)]);
    const { ref_delta } = features("x", trace, number(ref_loss));
    expect(loss(trace)).toBeCloseTo(number(target_loss), 12);
    if (form === "ratio") expect(ref_delta).toBeCloseTo(0, 12);
    else expect(Math.abs(number(ref_delta))).toBeCloseTo(number(value_abs), 9);
  },

  composite: ({ memguard_acc_lo, mcs_auc_point, parse_success_rate }, { value }) => {
    const lo = number(memguard_acc_lo);
    const point = number(mcs_auc_point);
    const verdict = compositeScore(
      result({
        memguardAccuracy: { point: lo, lo, hi: lo },
        mcsAuc: { point, lo: point, hi: point },
        parseSuccessRate: number(parse_success_rate),
      }),
      LOW,
    );
    expect(verdict.score).toBeCloseTo(number(value), 9);
    expect(verdict.survives).toBe(number(value) > 0);
  },

  predict_proba: ({ features }) => {
    const { loss, min_k } = features as Args;
    const validation = { kind: "holdout", share: 0.25, nTrain: 4, nHeldOut: 2, auc: 0.7 } as const;
    const fit = { features: ["loss", "min_k"], coefficients: [1, 1], intercept: 0 } as const;
    const calibrator = { fit, withoutReference: null, validation, minAuc: 0.6, isWeak: false };
    const row = { loss: number(loss), min_k: number(min_k), min_k_pp: 0, zlib_ratio: 0, ref_delta: 0.1 };
    expect(memorisedProbability(calibrator, row)).toBeNull();
  },
};

/** What the product does not compute: a best model's p-value, corrected for the number of models. */
const NOT_OURS = ["sidak"];

const cases = casesIn<StatInput, Accept>("statistics.jsonl");
const ours = cases.filter(({ input }) => !NOT_OURS.includes(input.fn));

describe("statistics at their limits", () => {
  it.each(ours)("$id: $fact", async ({ input: { fn, args }, expected }) => {
    const accept = expected.accept[expected.preferred];
    const check = CHECKS[fn];
    if (accept === undefined || check === undefined) throw new RangeError(`nothing is known of "${fn}"`);
    await check(args, accept);
    expect.hasAssertions();
  });

  it("are all tried but those that the product does not have", () => {
    expect(cases).toHaveLength(48);
    expect(cases.length - ours.length).toBe(2);
  });
});
