import { readFileSync } from "node:fs";
import { it } from "@effect/vitest";
import { Effect, Either } from "effect";
import { describe, expect } from "vitest";
import type { Features } from "../../../plugins/contract/mod.ts";
import type { EnsembledScore, GuardedScore } from "../../../runtime/mod.ts";
import { type EnsembleSpec, ensembleSpec } from "../../../stages/math/mod.ts";
import { type GoldenScoring, MODEL, REFERENCE, type Reply, scorerOf, scripted } from "./_scripted.ts";

interface Input extends GoldenScoring {
  readonly fn: string;
  readonly prompt: string;
  readonly prompts: ReadonlyArray<string>;
  readonly replies: ReadonlyArray<Reply>;
  readonly reference_replies: ReadonlyArray<Reply> | null;
  readonly spec: Readonly<Record<string, unknown>>;
  readonly conservative_quantile: number | null;
}

interface Score {
  readonly prompt_hash: string;
  readonly parse_ok: boolean;
  readonly signal: number | null;
  readonly raw_confidence: number | null;
  readonly p_memorized: number | null;
  readonly memguard_confidence: number | null;
  readonly features: Features | null;
  readonly fail_reason: string | null;
}

interface Ensembled {
  readonly consensus: Score;
  readonly p_memorized_point: number | null;
  readonly p_memorized_ci: readonly [number, number] | null;
  readonly p_memorized_conservative: number | null;
  readonly agreement: number | null;
  readonly agreement_ci: readonly [number, number] | null;
  readonly draw_dependence: number | null;
  readonly max_tokens: number | null;
  readonly temperature: number | null;
  readonly n_requested: number;
  readonly n_parsed: number;
  readonly fail_counts: ReadonlyArray<readonly [string, number]>;
  readonly draws_sha256: string;
  readonly draws: ReadonlyArray<unknown>;
}

interface Case<Result> {
  readonly name: string;
  readonly input: Input;
  readonly expected: {
    readonly result: Result | { readonly error: string };
    readonly calls: number;
    readonly ref_calls: number;
  };
}

const all: ReadonlyArray<Case<never>> = JSON.parse(
  readFileSync(new URL("../../golden/ensemble.json", import.meta.url), "utf8"),
).slice(1);
const named = <Result>(fn: string) =>
  all.filter(({ input }) => input.fn === fn) as ReadonlyArray<Case<Result>>;

function specOf(given: Input["spec"]): EnsembleSpec {
  const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return ensembleSpec(Object.fromEntries(Object.entries(given).map(([name, value]) => [camel(name), value])));
}

function playing({ replies, reference_replies, ...scoring }: Input) {
  const { provider, asked } = scripted({ [MODEL]: replies, [REFERENCE]: reference_replies ?? [] });
  const scorer = scorerOf(scoring, { provider, hasReference: reference_replies !== null });
  const calls = (of: string) => asked.filter(({ model }) => model === of).length;
  return { scorer, calls };
}

const ensembled = ({ input }: Case<unknown>) =>
  Effect.gen(function* () {
    const { scorer, calls } = playing(input);
    const spec = specOf(input.spec);
    const { prompt, conservative_quantile: conservativeQuantile } = input;
    const found = yield* Effect.either(scorer.scoreEnsemble(prompt, { spec, conservativeQuantile }));
    return { found, calls: calls(MODEL), ref_calls: calls(REFERENCE) };
  });

const isError = (result: unknown): result is { readonly error: string } =>
  Object.hasOwn(Object(result), "error");

const close = (found: number | null, expected: number | null) => {
  if (found === null || expected === null) expect(found).toBe(expected);
  else expect(Math.abs(found - expected)).toBeLessThan(1e-12);
};

function expectScore(found: GuardedScore, expected: Score): void {
  expect([found.promptHash, found.parseOk, found.signal, found.rawConfidence, found.failReason]).toEqual([
    expected.prompt_hash,
    expected.parse_ok,
    expected.signal,
    expected.raw_confidence,
    expected.fail_reason,
  ]);
  close(found.pMemorized, expected.p_memorized);
  close(found.memguardConfidence, expected.memguard_confidence);
  expect(found.features === null).toBe(expected.features === null);
  for (const [name, value] of Object.entries(expected.features ?? {})) {
    close(Object(found.features)[name], value);
  }
}

function expectEnsembled(found: EnsembledScore, expected: Ensembled): void {
  expectScore(found.consensus, expected.consensus);
  const { pMemorizedCi, agreementCi } = found;
  close(found.pMemorizedPoint, expected.p_memorized_point);
  close(pMemorizedCi?.lo ?? null, expected.p_memorized_ci?.[0] ?? null);
  close(pMemorizedCi?.hi ?? null, expected.p_memorized_ci?.[1] ?? null);
  close(found.pMemorizedConservative, expected.p_memorized_conservative);
  close(found.agreement, expected.agreement);
  close(agreementCi?.lo ?? null, expected.agreement_ci?.[0] ?? null);
  close(agreementCi?.hi ?? null, expected.agreement_ci?.[1] ?? null);
  close(found.drawDependence, expected.draw_dependence);
  expect({
    max_tokens: found.maxTokens,
    temperature: found.temperature,
    n_requested: found.nRequested,
    n_parsed: found.nParsed,
    fail_counts: found.failCounts,
    draws_sha256: found.drawsSha256,
    draws: found.draws,
  }).toEqual({
    max_tokens: expected.max_tokens,
    temperature: expected.temperature,
    n_requested: expected.n_requested,
    n_parsed: expected.n_parsed,
    fail_counts: expected.fail_counts,
    draws_sha256: expected.draws_sha256,
    draws: expected.draws,
  });
}

/** Ours enforces the budget here, and takes a key for rejected only where the endpoint said so. */
const OURS = [
  "score_ensemble_transport_ratio_ignored_by_score_ensemble",
  "score_ensemble_auth_false_positive_text_401_in_trace",
];
const ensembles = named<Ensembled>("score_ensemble").filter(({ name }) => !OURS.includes(name));
const valued = ensembles.filter(({ expected }) => !isError(expected.result));
const failing = ensembles.filter(({ expected }) => isError(expected.result));

describe("scoreEnsemble()", () => {
  it.effect.each(valued)("$name", (one) =>
    Effect.gen(function* () {
      const { found, ...calls } = yield* ensembled(one);
      const { result, ...counted } = one.expected;

      if (isError(result)) throw new Error("expected a value");
      expectEnsembled(Either.getOrThrow(found), result);
      expect(calls).toEqual(counted);
    }),
  );

  it.effect.each(failing)("$name", (one) =>
    Effect.gen(function* () {
      const { found, calls, ref_calls } = yield* ensembled(one);

      expect(Either.isLeft(found) && found.left._tag).toBe("ConfigurationError");
      expect(ref_calls).toBe(one.expected.ref_calls);
      expect(calls).toBeLessThanOrEqual(one.expected.calls);
    }),
  );

  it.effect("refuses where more draws are lost than the specification allows", () =>
    Effect.gen(function* () {
      const [one] = named<Ensembled>("score_ensemble").filter(({ name }) => name === OURS[0]);
      const found = Either.getOrThrow((yield* ensembled(one!)).found);

      expect(found).toMatchObject({
        pMemorizedPoint: null,
        pMemorizedCi: null,
        agreement: null,
        nRequested: 8,
        nParsed: 4,
        nLost: 4,
        failCounts: [["timeout", 4]],
        consensus: { parseOk: false, pMemorized: null, memguardConfidence: null, failReason: "timeout" },
        refusal: "4 of 8 draws lost on the way, more than a share of 0.25",
      });
    }),
  );

  it.effect("takes no key for rejected because a message holds the digits 401", () =>
    Effect.gen(function* () {
      const [one] = named<Ensembled>("score_ensemble").filter(({ name }) => name === OURS[1]);
      const { found, calls } = yield* ensembled(one!);

      expect(Either.getOrThrow(found)).toMatchObject({
        pMemorizedPoint: null,
        failCounts: [["transport", 24]],
      });
      expect(calls).toBe(24);
    }),
  );
});

describe("scoreMany()", () => {
  it.effect.each(named<ReadonlyArray<Score>>("score_many"))("$name", ({ input, expected }) =>
    Effect.gen(function* () {
      const { scorer, calls } = playing(input);
      const scores = yield* scorer.scoreMany(input.prompts, { concurrency: 1 });

      if (isError(expected.result)) throw new Error("expected scores");
      expect(scores).toHaveLength(expected.result.length);
      expected.result.forEach((score, i) => {
        expectScore(scores[i]!, score);
      });
      expect(calls(MODEL)).toBe(expected.calls);
    }),
  );
});
