import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as NodeContext from "@effect/platform-node/NodeContext";
import { it } from "@effect/vitest";
import { Deferred, Effect, Fiber, Stream, TestClock } from "effect";
import { describe, expect } from "vitest";
import { CredentialError, definePlugin, ProviderError, Schema } from "../../../plugins/contract/mod.ts";
import { type AnswerParser, type CalibrateScorerOptions, MemoryGuardedScorer } from "../../../runtime/mod.ts";
import { folder } from "../../support/cli.ts";
import { remembered, remembering, SEEN, UNSEEN } from "./_remembering.ts";

type Given = Partial<CalibrateScorerOptions>;

const calibrate = (given: Given = {}) =>
  MemoryGuardedScorer.calibrate({
    model: "m",
    isMemorized: SEEN,
    oosControl: UNSEEN,
    provider: remembering().provider,
    ...given,
  }).pipe(Effect.provide(NodeContext.layer));

/** Calibrated once, with all that is usual. */
const usual = Effect.runSync(Effect.cached(calibrate()));

const PROMPTS = Array.from({ length: 100 }, (_, i) => `${i % 2 === 0 ? "seen" : "unseen"} later ${i}`);

const failing = (reason: ProviderError["reason"], message: string) =>
  new ProviderError({ reason, message, retryable: false, retryAfterMs: null, refusedParameter: null });

describe("MemoryGuardedScorer.calibrate()", () => {
  it.effect("tells a memory, with its area, its strength and its verdict", () =>
    Effect.gen(function* () {
      const scorer = yield* usual;

      expect(scorer).toMatchObject({ model: "m", isWeak: false });
      expect(scorer.holdoutAuc).toBeGreaterThan(0.9);
      expect(["confounded", "not-identifiable"]).toContain(scorer.verdict?.verdict);
      expect(scorer.verdict?.sentence).toMatch(/^The prompts alone tell the corpora apart/);
    }),
  );

  it.effect("fits the same calibrator for the same seed, and another for another", () =>
    Effect.gen(function* () {
      const [one, again, other] = yield* Effect.all([usual, calibrate(), calibrate({ seed: 1 })]);

      expect(again.calibrator).toEqual(one.calibrator);
      expect(other.calibrator).not.toEqual(one.calibrator);
    }),
  );

  it.effect("asks what it is told to ask, the reference model too", () =>
    Effect.gen(function* () {
      const { provider, asked } = remembering();
      const scorer = yield* calibrate({ provider, referenceModel: "small", temperature: 0.5, maxTokens: 64 });

      expect(asked).toHaveLength(2 * (SEEN.length + UNSEEN.length));
      expect(asked[0]).toMatchObject({ temperature: 0.5, maxTokens: 64, topLogprobs: 20 });
      expect(scorer.calibrator.fit.features).toContain("ref_delta");
      expect(scorer.pins).toMatchObject({ reference_model: "small", temperature: 0.5, max_tokens: 64 });
    }),
  );

  it.effect("names the likely causes where no answer can be measured", () =>
    Effect.gen(function* () {
      const { provider } = remembering({}, () => failing("refused", "HTTP 404: no such model"));
      const error = yield* Effect.flip(calibrate({ provider }));

      expect(error).toMatchObject({ _tag: "ConfigurationError" });
      expect(error.message).toMatch(
        /^Cannot calibrate "m": none of 60 control answers can be measured: 60 error \(HTTP 404: no such model\)\. Likely causes: /,
      );
    }),
  );

  it.effect("names count and need where a class has too few answers", () =>
    Effect.gen(function* () {
      const few = yield* Effect.flip(calibrate({ oosControl: UNSEEN.slice(0, 49) }));
      const one = yield* Effect.flip(calibrate({ isMemorized: SEEN.slice(0, 1) }));

      expect([few._tag, few.message]).toEqual([
        "CalibrationError",
        'Cannot calibrate "m": 49 of 49 control answers can be measured and 50 are needed',
      ]);
      expect([one._tag, one.message]).toEqual([
        "CalibrationError",
        'Cannot calibrate "m": 1 of 1 memorised answers can be measured and 2 are needed',
      ]);
    }),
  );

  it.effect("says that a key was rejected, and asks nothing more", () =>
    Effect.gen(function* () {
      const { provider, asked } = remembering({}, () => new CredentialError({ message: "HTTP 401" }));
      const error = yield* Effect.flip(calibrate({ provider, concurrency: 4 }));

      expect([error._tag, error.message]).toEqual([
        "ConfigurationError",
        'Cannot calibrate "m": the key was not accepted: HTTP 401',
      ]);
      expect(asked.length).toBeLessThanOrEqual(4);
    }),
  );

  it.effect("takes a provider by name with its options, and names what is wrong with them", () =>
    Effect.gen(function* () {
      const fault = (use: string, options: Readonly<Record<string, unknown>>) =>
        Effect.flip(calibrate({ provider: { use, with: options } }));
      const misspelt = yield* fault("opnai", {});
      const option = yield* fault("openai", { base_url: "http://localhost:1/v1", concurency: 2 });
      const key = yield* fault("openai", {
        base_url: "http://localhost:1/v1",
        api_key_env: "NOT_SET_ANYWHERE",
      });

      expect([misspelt._tag, misspelt.message]).toEqual([
        "ConfigError",
        'unknown provider "opnai"; did you mean "openai"?',
      ]);
      expect(option.message).toBe('provider.with: unknown key "concurency"; did you mean "concurrency"?');
      expect(key._tag).toBe("ConfigurationError");
      expect(key.message).toContain("NOT_SET_ANYWHERE");
    }),
  );

  it.effect("takes a provider plugin as a value", () =>
    Effect.gen(function* () {
      const { provider, asked } = remembering();
      const plugin = definePlugin({
        kind: "provider",
        name: "mine",
        version: "1.0.0",
        options: Schema.Struct({ name: Schema.String }),
        make: ({ name }) => Effect.succeed({ ...provider, identity: name }),
      });
      const scorer = yield* calibrate({ provider: { use: plugin, with: { name: "desk" } } });

      expect(scorer.pins.endpoint).toBe("desk");
      expect(asked).toHaveLength(120);
    }),
  );

  it.effect("names every option that is wrong", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(calibrate({ minAuc: 2, concurrency: 0, cutoff: "soon" }));

      expect(error._tag).toBe("ConfigError");
      expect(error.message.split("\n").map((line) => line.split(":", 2).join(":"))).toEqual([
        "calibrate: concurrency",
        "calibrate: cutoff",
        "calibrate: minAuc",
      ]);
    }),
  );
});

describe("score()", () => {
  it.effect("discounts what was read by what was measured", () =>
    Effect.gen(function* () {
      const scorer = yield* usual;
      const score = yield* scorer.score("seen before");

      expect(score).toMatchObject({ parseOk: true, signal: 1, rawConfidence: 0.8, failReason: null });
      expect(score.memguardConfidence).toBe(0.8 * (1 - (score.pMemorized ?? 0)));
    }),
  );

  it.effect("finds out once how the endpoint wants to be asked", () =>
    Effect.gen(function* () {
      const { provider, asked } = remembering({}, (request) =>
        request.concessions === undefined
          ? new ProviderError({
              ...{ reason: "refused", message: "no temperature", retryable: false, retryAfterMs: null },
              refusedParameter: "temperature",
              concession: { parameter: "temperature", instead: null },
            })
          : Effect.succeed(remembered(request)),
      );
      const scorer = yield* reloaded(yield* usual, { provider });
      for (const prompt of ["seen before", "unseen before", "seen later"]) {
        expect(yield* scorer.score(prompt)).toMatchObject({ parseOk: true });
      }
      expect(asked.map(({ concessions = [] }) => concessions.length)).toEqual([0, 1, 1, 1]);
    }),
  );

  it.effect("gives null, never 0, where the answer cannot be read", () =>
    Effect.gen(function* () {
      const scorer = yield* usual;
      const { provider } = remembering({}, (request) =>
        Effect.succeed(remembered(request, "I would rather not say")),
      );
      const silent = yield* reloaded(scorer, { provider });
      const score = yield* silent.score("seen before");

      expect(score).toMatchObject({
        parseOk: false,
        signal: null,
        rawConfidence: null,
        pMemorized: null,
        memguardConfidence: null,
        features: null,
        failReason: "parse_failure",
        detail: "I would rather not say",
      });
    }),
  );

  it.effect("scores without reading where the answers have a form of their own", () =>
    Effect.gen(function* () {
      const scorer = yield* usual;
      const { provider } = remembering({}, (request) =>
        Effect.succeed(remembered(request, "I would rather not say")),
      );
      const blind = yield* reloaded(scorer, { provider, parser: null });
      const own = yield* reloaded(scorer, {
        provider,
        parser: (text) => ({ direction: text.includes("not") ? -1 : 1, confidence: 0.5 }),
      });
      const [unread, read] = yield* Effect.all([blind.score("seen before"), own.score("seen before")]);

      expect(unread).toMatchObject({
        parseOk: true,
        signal: null,
        rawConfidence: null,
        memguardConfidence: null,
      });
      expect(unread.pMemorized).toBeGreaterThan(0);
      expect(read).toMatchObject({
        parseOk: true,
        signal: -1,
        rawConfidence: 0.5,
        pMemorized: unread.pMemorized,
      });
    }),
  );

  it.effect.each<readonly [string, () => ReturnType<AnswerParser>, string]>([
    [
      "throws",
      () => {
        throw new Error("no luck");
      },
      "the parser failed: no luck",
    ],
    [
      "promises",
      (): ReturnType<AnswerParser> => JSON.parse("{}"),
      "the parser gave no object with a direction and a confidence",
    ],
    [
      "gives nothing",
      (): ReturnType<AnswerParser> => JSON.parse("null"),
      "the parser gave no object with a direction and a confidence",
    ],
  ])("says what is wrong with a parser that %s", ([, parser, detail]) =>
    Effect.gen(function* () {
      const own = yield* reloaded(yield* usual, { provider: remembering().provider, parser });
      expect(yield* own.score("seen before")).toMatchObject({ failReason: "parse_failure", detail });
    }),
  );

  it.effect("takes no text for a list of prompts", () =>
    Effect.gen(function* () {
      const scorer = yield* usual;
      expect((yield* Effect.flip(scorer.scoreMany("abc"))).message).toBe(
        "Cannot score prompts: expected a list of them, got a text",
      );
    }),
  );

  it.effect("claims nothing of dates without both dates", () =>
    Effect.gen(function* () {
      const undated = yield* usual;
      const dated = yield* reloaded(undated, { provider: remembering().provider, cutoff: "2023-12-31" });
      const before = ({ beforeCutoff }: { readonly beforeCutoff: boolean | null }) => beforeCutoff;

      expect(before(yield* dated.score("a", { date: "2023-12-31" }))).toBe(true);
      expect(before(yield* dated.score("a", { date: "2024-01-01" }))).toBe(false);
      expect(before(yield* dated.score("a"))).toBeNull();
      expect(before(yield* undated.score("a", { date: "2024-01-01" }))).toBeNull();
      expect((yield* Effect.flip(dated.score("a", { date: "yesterday" }))).message).toBe(
        'Cannot score a prompt: date: expected YYYY-MM-DD, got "yesterday"',
      );
    }),
  );

  it.effect("ends its request where it is interrupted", () =>
    Effect.gen(function* () {
      const scorer = yield* usual;
      const sent = yield* Deferred.make<void>();
      const ended = yield* Deferred.make<void>();
      const { provider } = remembering({}, () =>
        Effect.zipRight(Deferred.succeed(sent, undefined), Effect.never).pipe(
          Effect.onInterrupt(() => Deferred.succeed(ended, undefined)),
        ),
      );
      const hanging = yield* reloaded(scorer, { provider });
      const fiber = yield* Effect.fork(hanging.score("a"));
      yield* Deferred.await(sent);
      yield* Fiber.interrupt(fiber);

      yield* Deferred.await(ended);
      expect(fiber.unsafePoll()?._tag).toBe("Failure");
    }),
  );
});

describe("scoreMany()", () => {
  it.effect("gives scores in the order of the prompts, as many requests at once as allowed", () =>
    Effect.gen(function* () {
      const scorer = yield* usual;
      const now = { inFlight: 0, most: 0 };
      const { provider } = remembering({}, (request) =>
        Effect.gen(function* () {
          now.most = Math.max(now.most, ++now.inFlight);
          yield* Effect.sleep(request.prompt.length);
          now.inFlight--;
          return remembered(request);
        }),
      );
      const slow = yield* reloaded(scorer, { provider, concurrency: 5 });
      const calls = Effect.all([slow.scoreMany(PROMPTS), slow.score("one more")], {
        concurrency: "unbounded",
      });
      const fiber = yield* Effect.fork(calls);
      yield* TestClock.adjust("1 minute");
      const [scores] = yield* Fiber.join(fiber);
      const alone = yield* scorer.scoreMany(PROMPTS, { concurrency: 1 });

      expect(scores).toEqual(alone);
      expect(now.most).toBe(5);
    }),
  );

  it.effect("starts no two requests within the interval, and a wait for a turn is no timeout", () =>
    Effect.gen(function* () {
      const scorer = yield* usual;
      const starts: Array<number> = [];
      const { provider } = remembering({}, (request) =>
        Effect.map(Effect.clock, (clock) => {
          starts.push(clock.unsafeCurrentTimeMillis());
          return remembered(request);
        }),
      );
      const paced = yield* reloaded(scorer, { provider, minCallIntervalS: 30, timeoutS: 45 });
      const fiber = yield* Effect.fork(paced.scoreMany(PROMPTS.slice(0, 6)));
      yield* TestClock.adjust("10 minutes");
      const scores = yield* Fiber.join(fiber);

      expect(scores.map(({ failReason }) => failReason)).toEqual(Array(6).fill(null));
      expect(starts.slice(1).map((at, i) => at - (starts[i] ?? 0))).toEqual(Array(5).fill(30_000));
    }),
  );

  it.effect("streams, and ends at a rejected key", () =>
    Effect.gen(function* () {
      const scorer = yield* usual;
      const { provider } = remembering({}, (request) =>
        request.prompt === PROMPTS[5]
          ? new CredentialError({ message: "HTTP 401" })
          : Effect.succeed(remembered(request)),
      );
      const revoked = yield* reloaded(scorer, { provider, concurrency: 1 });
      const seen: Array<string> = [];
      const stream = Stream.tap(revoked.scoreStream(Stream.fromIterable(PROMPTS)), ({ promptHash }) =>
        Effect.sync(() => void seen.push(promptHash)),
      );
      const error = yield* Effect.flip(Stream.runDrain(stream));

      expect(error._tag).toBe("ConfigurationError");
      expect(seen).toHaveLength(5);
    }),
  );
});

const saved = (scorer: MemoryGuardedScorer) =>
  Effect.gen(function* () {
    const path = join(folder(), "calibrators.json");
    yield* scorer.save(path);
    return path;
  }).pipe(Effect.provide(NodeContext.layer));

const load = (path: string, given: Parameters<typeof MemoryGuardedScorer.load>[1]) =>
  Effect.provide(MemoryGuardedScorer.load(path, given), NodeContext.layer);

/** The same calibration with another way of asking. */
const reloaded = (scorer: MemoryGuardedScorer, given: Parameters<typeof MemoryGuardedScorer.load>[1]) =>
  Effect.flatMap(saved(scorer), (path) => load(path, given));

describe("save() and load()", () => {
  it.effect("bring back every bit", () =>
    Effect.gen(function* () {
      const scorer = yield* usual;
      const path = yield* saved(scorer);
      const again = yield* load(path, { provider: remembering().provider });

      expect(again).toMatchObject({
        model: "m",
        holdoutAuc: scorer.holdoutAuc,
        isWeak: scorer.isWeak,
        verdict: scorer.verdict,
        baseline: scorer.baseline,
        calibrator: scorer.calibrator,
        pins: scorer.pins,
      });
      expect(yield* again.scoreMany(PROMPTS)).toEqual(yield* scorer.scoreMany(PROMPTS));
      expect(readFileSync(yield* saved(again), "utf8")).toBe(readFileSync(path, "utf8"));
    }),
  );

  it.effect("refuse answers of another kind, and name every difference", () =>
    Effect.gen(function* () {
      const path = yield* saved(yield* usual);
      const error = yield* Effect.flip(
        load(path, {
          provider: remembering({ identity: "elsewhere" }).provider,
          temperature: 1,
          referenceModel: "small",
        }),
      );

      expect([error._tag, error.message]).toEqual([
        "CalibratorMismatch",
        `Cannot use the calibrator of "m" in "${path}": endpoint was "remembering" and is "elsewhere"; temperature was 0 and is 1; reference_model was null and is "small"`,
      ]);
    }),
  );

  it.effect("name what a file lacks", () =>
    Effect.gen(function* () {
      const path = yield* saved(yield* usual);
      const { provider } = remembering();
      const file = JSON.parse(readFileSync(path, "utf8"));
      const written = (name: string, text: string) => {
        const place = join(folder(), name);
        writeFileSync(place, text);
        return place;
      };
      const fault = (place: string, model?: string) =>
        Effect.map(
          Effect.flip(load(place, model === undefined ? { provider } : { provider, model })),
          ({ _tag, message }) => `${_tag}: ${message.replace(place, "FILE")}`,
        );
      const uncalibrated = { ...file.models[0], calibrator: null, reason: "1 valid control rows, 50 needed" };

      expect(yield* fault(path, "n")).toBe(
        'CalibratorMismatch: Cannot use "FILE": it has no model "n" (it holds "m")',
      );
      expect(yield* fault(written("a.json", "{"))).toBe('InputError: Cannot read "FILE": it is not JSON');
      expect(yield* fault(written("b.json", '{"version":2,"models":[]}'))).toMatch(
        /^InputError: Cannot read "FILE": version: /,
      );
      expect(yield* fault(written("c.json", JSON.stringify({ ...file, models: [uncalibrated] })))).toBe(
        'CalibrationError: Cannot score with "m": 1 valid control rows, 50 needed',
      );
      expect(yield* fault(join(folder(), "absent.json"))).toMatch(/there is no such file$/);
    }),
  );
});
