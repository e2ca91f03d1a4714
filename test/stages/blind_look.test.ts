import { it } from "@effect/vitest";
import { Effect, Layer, Stream } from "effect";
import { describe, expect } from "vitest";
import { blindLook } from "../../stages/_blind_look.ts";
import { BLIND_FEATURES, blindCovariates } from "../../stages/math/mod.ts";
import { evalSetOf, fakeInputs, fakeProgress, seed } from "./_fakes.ts";

const questions = (size: number, more: (prompt: string) => string = (prompt) => prompt) =>
  Array.from({ length: size }, (_, i) => more(`Ticker ${(7 * i) % 31}: cue ${(5 * i) % 17}, up or down?`));
const inputs = { isMemorized: "seen.jsonl", oosControl: "unseen.jsonl" };

const look = (members: ReadonlyArray<string>, controls: ReadonlyArray<string>, isOn = true) =>
  Effect.gen(function* () {
    const progress = fakeProgress();
    const corpora = { isMemorized: evalSetOf(members), oosControl: evalSetOf(controls) };
    const found = yield* Effect.provide(
      blindLook(corpora, { isOn, inputs }),
      Layer.mergeAll(fakeInputs({}), progress.layer, seed),
    );
    return { ...found, warnings: progress.warnings };
  });

describe("blindLook()", () => {
  it.effect("names the ellipsis that alone tells two corpora apart", () =>
    Effect.gen(function* () {
      const { found, warnings } = yield* look(
        questions(40, (prompt) => `${prompt}...`),
        questions(40),
      );

      expect(found.ok && found.value.isSeparable).toBe(true);
      expect(warnings).toHaveLength(1);
      expect(warnings[0]).toMatch(
        /^confounded-corpus: the prompts alone, read without any model, tell "seen\.jsonl" from "unseen\.jsonl" \(blind AUC /,
      );
      expect(warnings[0]).toMatch(
        /; write both corpora alike, or take out what gives them away \(first against second\): .*ends with an ellipsis: 100 % against 0 %/,
      );
    }),
  );

  it.effect("says nothing of corpora that are alike", () =>
    Effect.gen(function* () {
      const all = questions(80);
      const { found, warnings } = yield* look(
        all.filter((_, i) => i % 2 === 0),
        all.filter((_, i) => i % 2 === 1),
      );

      expect(found.ok && found.value.isSeparable).toBe(false);
      expect(warnings).toEqual([]);
    }),
  );

  it.effect("keeps what every prompt looks like, row by row", () =>
    Effect.gen(function* () {
      const [members, controls] = [questions(3), questions(2, (prompt) => prompt.toUpperCase())];
      const { looks } = yield* look(members, controls);

      expect(looks?.columns).toBe(BLIND_FEATURES.length);
      expect(looks?.members).toEqual(blindCovariates(members));
      expect(looks?.controls).toEqual(blindCovariates(controls));
    }),
  );

  it.effect("reads 400 prompts of a larger corpus and looks at all", () =>
    Effect.gen(function* () {
      const { found, looks } = yield* look(questions(420), questions(12));

      expect(found.ok && [found.value.members, found.value.controls]).toEqual([400, 12]);
      expect(looks?.members).toHaveLength(420 * BLIND_FEATURES.length);
    }),
  );

  it.effect("says why there is none for a corpus of one prompt", () =>
    Effect.gen(function* () {
      const { found, warnings } = yield* look(questions(1), questions(9));

      expect(found).toEqual({ ok: false, reason: "Too few prompts: 1 memorised and 9 control" });
      expect(warnings).toEqual([]);
    }),
  );

  it.effect("reads nothing where it is switched off", () =>
    Effect.gen(function* () {
      const unread = { ...evalSetOf(["a"]), prompts: Stream.dieMessage("read") };
      const off = blindLook({ isMemorized: unread, oosControl: unread }, { isOn: false, inputs });
      const found = yield* Effect.provide(off, Layer.mergeAll(fakeInputs({}), fakeProgress().layer, seed));

      expect(found).toEqual({
        found: { ok: false, reason: "the blind look is switched off" },
        looks: null,
      });
    }),
  );
});
