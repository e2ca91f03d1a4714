import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem";
import * as NodePath from "@effect/platform-node/NodePath";
import { Effect, Layer } from "effect";
import { expect, it } from "vitest";
import type { EvalRecord, ModelEvalResult } from "../../plugins/contract/mod.ts";
import { checkInstrument } from "../../runtime/controls/mod.ts";
import { type AnalysisInputs, analysis } from "../../stages/_analysis.ts";
import { blindLook } from "../../stages/_blind_look.ts";
import { modelCalibration } from "../../stages/_model_calibration.ts";
import { controlBaseline, featureTable, random } from "../../stages/math/mod.ts";
import { evalSetOf, fakeInputs, fakeProgress, seed, UNCHECKED } from "../stages/_fakes.ts";
import { bestMs, tell } from "./_figures.ts";

const MODELS = ["lab/a", "lab/b", "lab/c", "lab/d"];
const CORPUS = 100;
const ROWS = 330;
const PERMUTATIONS = 199;
/** Of such a run with its reference model, at 50 ms an answer and eight at once. */
const ASKING_MS = (2650 * 50) / 8;

const draw = random(1, "bench/analysis");
const day = (row: number) => `20${10 + (row % 10)}-0${1 + (row % 9)}-1${row % 8}`;
const corpus = (word: string) =>
  evalSetOf(
    Array.from({ length: CORPUS }, (_, i) => `${word} ${Math.floor(draw() * 1e6)}, case ${i}: up or down?`),
    { dates: Array.from({ length: CORPUS }, (_, i) => day(i)) },
  );
const corpora = { isMemorized: corpus("Ticker"), oosControl: corpus("Ticker") };
const inputs = { isMemorized: "seen.jsonl", oosControl: "unseen.jsonl" };

function measured(shift: number) {
  const values = Float64Array.from({ length: CORPUS * 5 }, () => shift + draw() + draw() + draw());
  return { table: featureTable(values), rows: Array.from({ length: CORPUS }, (_, i) => i), date: day };
}

function records(model: string): ModelEvalResult {
  const rows = Array.from({ length: ROWS }, (_, i): EvalRecord => {
    const value = draw() + draw();
    const features = { loss: value, min_k: value, min_k_pp: value, zlib_ratio: value, ref_delta: value };
    return {
      model,
      promptHash: String(i).padStart(16, "0"),
      targetDirection: 1,
      date: day(i),
      tokens: 30,
      pInterval: null,
      marks: [],
      featuresRaw: features,
      featuresStandardised: features,
      pMemorized: draw(),
      parseOk: true,
      predictedDirection: draw() < 0.5 ? 1 : -1,
      rawConfidence: 0.7,
      penalizedConfidence: 0.35,
    };
  });
  return {
    model,
    rawAccuracy: null,
    memguardAccuracy: null,
    mcsAuc: null,
    parseSuccessRate: 1,
    parseFailures: 0,
    warnings: [],
    reason: null,
    records: { size: rows.length, [Symbol.iterator]: () => rows[Symbol.iterator]() },
  };
}

const MEASURED = MODELS.map((model) => ({ model, members: measured(0.3), controls: measured(0) }));
const RESULTS = MODELS.map(records);

async function analyse() {
  const blind = await Effect.runPromise(
    Effect.provide(
      blindLook(corpora, { isOn: true, inputs }),
      Layer.mergeAll(fakeInputs({}), fakeProgress().layer, seed),
    ),
  );
  const surroundings = { blind, instrument: UNCHECKED };
  const baselines = new Map(
    MEASURED.map(({ model, controls }) => [
      model,
      {
        baseline: controlBaseline(controls.table, 50),
        controls: controls.table,
        rows: controls.rows,
        failures: "",
      },
    ]),
  );
  const calibrators = new Map(
    MEASURED.map(({ model, members, controls }) => [
      model,
      modelCalibration(
        model,
        { members, controls },
        {
          baseline: controlBaseline(controls.table, 50),
          minAuc: 0.6,
          validation: "crossfit",
          permutations: PERMUTATIONS,
          surroundings,
          seed: (label) => random(1, label),
        },
      ),
    ]),
  );
  const cutoff = { date: "2015-06-30", source: null, precision: null };
  const cutoffs = new Map(MODELS.map((model) => [model, cutoff]));
  const given: AnalysisInputs = { results: RESULTS, baselines, calibrators, cutoffs, ...surroundings };
  const settings = { validation: "crossfit", permutations: PERMUTATIONS, resamples: 1000 } as const;
  return analysis(given, { settings, rowsAfter: null, seed: (label) => random(1, label) });
}

it("the analysis of four models", async () => {
  expect((await analyse()).models.every(({ separation }) => separation.ok)).toBe(true);
  const platform = Layer.mergeAll(NodeFileSystem.layer, NodePath.layer);
  const [whole = Number.NaN, controls = Number.NaN] = await bestMs(3, [
    analyse,
    () => Effect.runPromise(Effect.provide(checkInstrument(), platform)),
  ]);
  tell("analysis", [
    { name: `${MODELS.length} models, ${PERMUTATIONS} permutations`, value: whole, unit: "ms" },
    { name: "share of the asking", value: whole / ASKING_MS, unit: "", target: { atMost: 0.12 } },
    { name: "controls of the instrument", value: controls, unit: "ms" },
    { name: "  both, share of the asking", value: (whole + controls) / ASKING_MS, unit: "" },
  ]);
});
