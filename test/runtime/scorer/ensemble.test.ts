import * as NodeContext from "@effect/platform-node/NodeContext";
import { it } from "@effect/vitest";
import { Effect, Fiber, TestClock } from "effect";
import fc from "fast-check";
import { describe, expect } from "vitest";
import { CredentialError, ProviderError } from "../../../plugins/contract/mod.ts";
import {
  type EnsembledScore,
  generateEnsemble,
  type ProviderChoice,
  reduceScores,
} from "../../../runtime/mod.ts";
import { type SequentialDraw, sequentialScore } from "../../../runtime/scorer/stopping.ts";
import { type EnsembleSpec, ensembleSpec, random, shuffle } from "../../../stages/math/mod.ts";
import { remembered, remembering } from "./_remembering.ts";
import { scorerOf } from "./_scripted.ts";

const SCORING = {
  baseline: {
    feature_means: { loss: 0.6, min_k: -1.8, min_k_pp: -1.1, zlib_ratio: 0.35, ref_delta: -0.1 },
    feature_stds: { loss: 0.2, min_k: 0.5, min_k_pp: 0.4, zlib_ratio: 0.12, ref_delta: 0.25 },
  },
  calibrator: {
    coef: [-0.9, 0.5, 0.4, -0.6],
    intercept: 0.1,
    order: ["loss", "min_k", "min_k_pp", "zlib_ratio"],
  },
} as const;

const failing = (reason: ProviderError["reason"], retryable = false) =>
  new ProviderError({ reason, message: reason, retryable, retryAfterMs: null, refusedParameter: null });

/** Says up on three draws of four, down on the fourth. */
const mostlyUp = remembering({}, (request) =>
  Effect.succeed(
    remembered(
      request,
      `Direction: ${request.draw % 4 === 3 ? -1 : 1}\nConfidence: 0.${(request.draw % 9) + 1}`,
    ),
  ),
);

const scorerWith = (provider: ReturnType<typeof remembering>["provider"], hasReference = false) =>
  scorerOf(SCORING, { provider, hasReference });

const keeping = ensembleSpec({ draws: 32, minParsed: 8, retainDraws: true });

function shuffled<A>(items: ReadonlyArray<A>, seed: number): ReadonlyArray<A> {
  const order = shuffle(Uint32Array.from(items.keys()), random(seed, "order"));
  return Array.from(order, (i) => items[i]!);
}

describe("scoreEnsemble()", () => {
  it.effect("says how sure it is", () =>
    Effect.gen(function* () {
      const { provider } = mostlyUp;
      const found = yield* scorerWith(provider).scoreEnsemble("seen 1", {
        spec: keeping,
        conservativeQuantile: 0.9,
      });
      const ps = found.draws.map(({ score }) => score.pMemorized ?? Number.NaN);

      expect(found).toMatchObject({ agreement: 0.75, nRequested: 32, nParsed: 32, nLost: 0, refusal: null });
      expect(found.pMemorizedPoint).toBeCloseTo(ps.reduce((sum, p) => sum + p, 0) / 32, 14);
      expect(found.pMemorizedConservative).toBe(ps[28]);
      expect(found.consensus).toEqual(found.draws[15]?.score);
      expect(found.agreementCiClustered).toMatchObject({ waves: 4, hasFewWaves: true });
      expect(ps).toEqual(ps.toSorted((a, b) => a - b));
    }),
  );

  it.effect("is reduced again from its stored draws to the same bytes, in whatever order they come", () =>
    Effect.gen(function* () {
      const found = yield* scorerWith(mostlyUp.provider).scoreEnsemble("seen 1", {
        spec: keeping,
        conservativeQuantile: 0.9,
      });
      const text = JSON.stringify(found);
      const stored: EnsembledScore = JSON.parse(text);

      fc.assert(
        fc.property(fc.nat(), (seed) => {
          const options = { ...stored, spec: keeping };
          const twice = reduceScores(shuffled(stored.draws, seed), options);
          expect(JSON.stringify(twice)).toBe(text);
          expect(twice.drawsSha256).toBe(stored.drawsSha256);
        }),
        { numRuns: 20 },
      );
    }),
  );

  it.effect("never sends more requests than it may, retries and reference included", () =>
    Effect.gen(function* () {
      const { provider, asked } = remembering({}, (request) =>
        request.draw % 3 === 2 ? failing("transport", true) : Effect.succeed(remembered(request)),
      );
      const spec = ensembleSpec({ draws: 64, maxTotalRequests: 10 });
      const found = yield* scorerWith(provider, true).scoreEnsemble("seen 1", { spec });

      expect(asked.length).toBeLessThanOrEqual(10);
      expect(found).toMatchObject({ nRequested: 64, pMemorizedPoint: null, agreement: null });
      expect(Object.fromEntries(found.failCounts)["budget"]).toBeGreaterThanOrEqual(54);
      expect(found.consensus).toMatchObject({ parseOk: false, pMemorized: null, failReason: "budget" });
    }),
  );

  it.effect("reduces what its budget allowed where that is enough", () =>
    Effect.gen(function* () {
      const { provider, asked } = remembering();
      const spec = ensembleSpec({ draws: 64, minParsed: 8, maxTotalRequests: 10 });
      const found = yield* scorerWith(provider).scoreEnsemble("seen 1", { spec });

      expect(asked).toHaveLength(10);
      expect(found).toMatchObject({ nParsed: 10, failCounts: [["budget", 54]], agreement: 1 });
    }),
  );

  it.effect("sends nothing of the next wave once the key was rejected", () =>
    Effect.gen(function* () {
      const { provider, asked } = remembering({}, (request) =>
        request.draw === 2
          ? Effect.delay(new CredentialError({ message: "HTTP 401" }), 10)
          : Effect.succeed(remembered(request)),
      );
      const scoring = scorerWith(provider).scoreEnsemble("seen 1", { spec: ensembleSpec({ maxWorkers: 8 }) });
      const fiber = yield* Effect.fork(Effect.flip(scoring));
      yield* TestClock.adjust("1 minute");
      const error = yield* Fiber.join(fiber);

      expect([error._tag, error.message]).toEqual([
        "ConfigurationError",
        'Cannot score with "m": the key was not accepted: HTTP 401',
      ]);
      expect(asked.map(({ draw }) => draw)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    }),
  );

  it.effect("asks the reference model once, or once for each draw, and draws as the specification says", () =>
    Effect.gen(function* () {
      const asked = (reference: EnsembleSpec["reference"]) =>
        Effect.gen(function* () {
          const { provider, asked } = remembering();
          const spec = ensembleSpec({
            ...{ draws: 12, minParsed: 1, reference, temperature: 0.7, maxTokens: 99, retainDraws: true },
          });
          const found = yield* scorerWith(provider, true).scoreEnsemble("seen 1", { spec });
          return { found, own: asked.filter(({ model }) => model === "m"), all: asked };
        });
      const fixed = yield* asked("fixed");
      const perDraw = yield* asked("per_draw");

      expect([fixed.all.length, perDraw.all.length]).toEqual([13, 24]);
      expect(fixed.own[0]).toMatchObject({ temperature: 0.7, maxTokens: 99 });
      expect(fixed.found).toMatchObject({ temperature: 0.7, maxTokens: 99 });
      expect(fixed.found.consensus.marks).toContain("other-sampling");
    }),
  );

  it.effect("says nothing of signals that are not read", () =>
    Effect.gen(function* () {
      const { provider } = remembering({}, (request) =>
        Effect.succeed(remembered(request, "no form of ours")),
      );
      const { scoreEnsemble } = scorerOf(SCORING, { provider, hasReference: false, parser: null });
      const found = yield* scoreEnsemble("seen 1", { spec: keeping });

      expect(found).toMatchObject({ agreement: null, agreementCi: null, drawDependence: null, nParsed: 32 });
      expect(found.pMemorizedPoint).toBeGreaterThan(0);
    }),
  );

  it.effect(
    "stops early where it was allowed to and every condition holds, and gives no fixed-size interval",
    () =>
      Effect.gen(function* () {
        const { provider, asked } = remembering();
        const spec = ensembleSpec({ draws: 512, minParsed: 8 });
        const found = yield* scorerWith(provider).scoreEnsemble("seen 1", {
          spec,
          stopEarly: { agreement: 0.8, width: 0.6 },
        });
        const { sequential } = found;

        expect(asked.length).toBeLessThan(512);
        expect(found).toMatchObject({ nRequested: asked.length, agreement: 1, agreementCi: null });
        expect(sequential).toMatchObject({ stoppedEarly: true });
        expect(sequential?.agreement?.lo).toBeGreaterThan(0.8);
        expect((sequential?.pMemorized?.hi ?? 1) - (sequential?.pMemorized?.lo ?? 0)).toBeLessThanOrEqual(
          0.6,
        );
      }),
  );

  it.effect("draws all where no condition is given or none is met", () =>
    Effect.gen(function* () {
      const spec = ensembleSpec({ draws: 16, minParsed: 8 });
      const all = (stopEarly: { readonly agreement?: number; readonly width?: number }) =>
        Effect.map(
          scorerWith(mostlyUp.provider).scoreEnsemble("seen 1", { spec, stopEarly }),
          ({ nRequested, sequential }) => [nRequested, sequential?.stoppedEarly],
        );

      expect(yield* all({})).toEqual([16, false]);
      expect(yield* all({ width: 0.001 })).toEqual([16, false]);
    }),
  );
});

describe("early stopping", () => {
  const RUNS = 300;

  it("certifies an agreement that is not there in at most 5 % of ensembles, however often it looks", () => {
    const spec = ensembleSpec({ draws: 256, minParsed: 1 });
    let certified = 0;
    for (let run = 0; run < RUNS; run++) {
      const next = random(run, "early stopping");
      const draws: Array<SequentialDraw> = [];
      for (let wave = 0; wave < 32; wave++) {
        for (let i = 0; i < 8; i++) draws.push({ wave, decision: next() < 0.8 ? "up" : "down", p: null });
        const found = sequentialScore(draws, spec);
        if (found.agreement !== null && found.agreement.lo > 0.8) {
          certified++;
          break;
        }
      }
    }

    expect(certified / RUNS).toBeLessThan(0.05);
  });
});

describe("generateEnsemble()", () => {
  const options = (provider: ProviderChoice) => ({
    ...{
      model: "m",
      prompt: "seen 1",
      provider,
      spec: ensembleSpec({ draws: 8, maxWorkers: 2, minParsed: 1 }),
    },
    ...{ maxRetries: 0, decide: (content: string) => content },
  });
  const generated = (given: Parameters<typeof generateEnsemble>[0]) =>
    Effect.provide(generateEnsemble(given), NodeContext.layer);

  it.effect("draws with the specification's settings and reduces to what is agreed", () =>
    Effect.gen(function* () {
      const { provider, asked } = mostlyUp;
      const from = asked.length;
      const spec = ensembleSpec({ draws: 8, minParsed: 1, temperature: 0.3, maxTokens: 2048 });
      const decide = (content: string) => /Direction: (\S+)/.exec(content)?.[1] ?? null;
      const found = yield* generated({ ...options(provider), spec, decide });

      expect(found).toMatchObject({ agreement: 0.75, consensusDecision: "1", nParsed: 8, temperature: 0.3 });
      expect(asked.slice(from).map(({ temperature, maxTokens }) => [temperature, maxTokens])).toEqual(
        Array(8).fill([0.3, 2048]),
      );
    }),
  );

  it.effect("counts draws that cannot be projected", () =>
    Effect.gen(function* () {
      const found = yield* generated({
        ...options(mostlyUp.provider),
        decide: (content) => {
          if (content.includes("-1")) throw new Error("not a call of mine");
          return 1;
        },
        components: (content) => ({ confidence: Number(/0\.\d/.exec(content)?.[0]) }),
      });

      expect(found).toMatchObject({
        nRequested: 8,
        nParsed: 6,
        failCounts: [["projection", 2]],
        agreement: 1,
      });
      expect(found.location["confidence"]).toBeGreaterThan(0);
    }),
  );

  it.effect("refuses thin or lossy ensembles with what became of the draws", () =>
    Effect.gen(function* () {
      const { provider } = remembering({}, (request) =>
        request.draw % 2 === 0 ? failing("transport") : Effect.succeed(remembered(request)),
      );
      const error = yield* Effect.flip(generated(options(provider)));

      expect([error._tag, error.message]).toEqual([
        "EnsembleError",
        'Cannot reduce the draws: 4 of 8 draws lost on the way, more than a share of 0.25 ({"transport":4})',
      ]);
    }),
  );

  it.effect("sends no wave after a 403, though there were answers", () =>
    Effect.gen(function* () {
      const { provider, asked } = remembering({}, (request) =>
        request.draw === 2 ? failing("forbidden") : Effect.succeed(remembered(request)),
      );
      const error = yield* Effect.flip(generated(options(provider)));

      expect(error._tag).toBe("ConfigurationError");
      expect(asked).toHaveLength(4);
    }),
  );

  it.effect("fails where a component splits and the specification says so", () =>
    Effect.gen(function* () {
      const spec = ensembleSpec({ draws: 32, minParsed: 1, grid: 0.1, multimodal: "raise" });
      const components = (content: string) => ({ call: content.includes("-1") ? -0.9 : 0.9 });
      const error = yield* Effect.flip(generated({ ...options(mostlyUp.provider), spec, components }));

      expect([error._tag, error.message.slice(0, 39)]).toEqual([
        "EnsembleError",
        'Cannot reduce "call" to one location: 2',
      ]);
    }),
  );
});
