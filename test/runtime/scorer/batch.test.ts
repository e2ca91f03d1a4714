import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as NodeContext from "@effect/platform-node/NodeContext";
import { it } from "@effect/vitest";
import { Effect, Layer } from "effect";
import { describe, expect } from "vitest";
import { processesLayer } from "../../../runtime/cli/processes.ts";
import { MemoryGuardedScorer, run } from "../../../runtime/mod.ts";
import { configOf, embeddedStudy } from "../../support/embedded_study.ts";

const platform = Layer.merge(NodeContext.layer, processesLayer);

interface WrittenRecord {
  readonly prompt_hash: string;
  readonly parse_ok: boolean;
  readonly p_memorized: number | null;
  readonly raw_confidence: number | null;
  readonly penalized_confidence: number | null;
}

describe("a scorer beside a batch run", () => {
  const study = embeddedStudy();
  const { cwd, provider, model, referenceModel, seed, evaluation } = study;
  const out = join(cwd, "out");
  const ran = Effect.suspend(() => {
    writeFileSync(join(cwd, "run.yaml"), configOf(study));
    return run({ config: join(cwd, "run.yaml"), out });
  });
  const batch = Effect.runSync(Effect.cached(Effect.provide(ran, platform)));

  it.effect("scores the same answers to the same bits, with the calibrators that the run wrote", () =>
    Effect.gen(function* () {
      yield* batch;
      const records: ReadonlyArray<WrittenRecord> = readFileSync(join(out, "records.jsonl"), "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
      const scorer = yield* MemoryGuardedScorer.load(join(out, "calibrators.json"), {
        ...{ provider, model, referenceModel, seed },
      });
      const scores = yield* scorer.scoreMany(evaluation);

      expect(records.length).toBeGreaterThan(90);
      expect(records.filter(({ parse_ok }) => parse_ok).length).toBeGreaterThan(80);
      expect(scores.map(({ promptHash, parseOk }) => [promptHash, parseOk])).toEqual(
        records.map(({ prompt_hash, parse_ok }) => [prompt_hash, parse_ok]),
      );
      for (const [i, record] of records.entries()) {
        if (!record.parse_ok) continue;
        expect(scores[i]?.pMemorized).toBe(record.p_memorized);
        expect(scores[i]?.memguardConfidence).toBe(record.penalized_confidence);
      }
    }).pipe(Effect.provide(platform)),
  );

  it.effect("calibrates as the run does with the same seed under holdout", () =>
    Effect.gen(function* () {
      yield* batch;
      const written = yield* MemoryGuardedScorer.load(join(out, "calibrators.json"), {
        ...{ provider, model, referenceModel, seed },
      });
      const own = yield* MemoryGuardedScorer.calibrate({
        ...{ provider, model, referenceModel, seed },
        isMemorized: study.isMemorized,
        oosControl: study.oosControl,
      });

      expect(own.calibrator).toEqual(written.calibrator);
      expect(own.baseline).toEqual(written.baseline);
      expect(own.pins).toEqual(written.pins);
    }).pipe(Effect.provide(platform)),
  );
});
