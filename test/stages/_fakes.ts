import { Effect, Either, Layer, Stream } from "effect";
import {
  Answers,
  type BlindLook,
  type CorpusFindings,
  type EvaluationSet,
  GateSet,
  InputError,
  Inputs,
  type InstrumentCheck,
  OtherGates,
  type Outcome,
  Output,
  OutputError,
  Progress,
  Provenance,
  type Question,
  type ReportWriter,
  ReportWriters,
  Seed,
  type StudyPlan,
} from "../../plugins/contract/mod.ts";
import { classic } from "../../plugins/gates/mod.ts";
import { decodeAt, readSource } from "../../runtime/config/mod.ts";
import { random } from "../../stages/math/mod.ts";

/** A study of two models. */
export const STUDY: StudyPlan = {
  inputs: {
    evalSet: "eval.jsonl",
    isMemorized: "seen.jsonl",
    oosControl: "unseen.jsonl",
    cutoffs: "cutoffs.yaml",
  },
  models: ["a", "b"],
  areCandidates: true,
  referenceModel: null,
  request: { temperature: 0, maxTokens: 64, topLogprobs: 2 },
  calibration: { minValid: 2, minAuc: 0.6 },
  validation: "holdout",
  resamples: 50,
  permutations: 19,
};

/** Prompts that nobody looked at. */
export const UNSEEN: BlindLook = { found: { ok: false, reason: "not looked at" }, looks: null };

/** An instrument that nobody checked. */
export const UNCHECKED: InstrumentCheck = { ok: null, reason: "not checked", controls: [] };

/** Corpora of two rows each that tell nothing. */
export const FINDINGS: CorpusFindings = {
  separation: {
    members: 2,
    controls: 2,
    features: ["loss", "min_k", "min_k_pp", "zlib_ratio"],
    folds: 5,
    isGrouped: false,
    fewDates: false,
    auc: { point: 0.75, lo: 0.3, hi: 0.95 },
    method: "logit-delong",
    se: 0.2,
    p: 0.4,
    permutations: 19,
    inflation: 1,
    minDetectable: null,
  },
  outOfFold: {
    scores: Float64Array.of(0.8, 0.4, 0.6, 0.2),
    labels: Uint8Array.of(1, 1, 0, 0),
    fold: Uint8Array.of(0, 1, 0, 1),
    rows: Uint32Array.of(0, 1, 0, 1),
    dates: [null, null, null, null],
  },
  overlap: { ok: false, reason: "not looked at" },
  holdoutAuc: 0.75,
};

/** A file as bytes or as text. */
export type FakeFile = Uint8Array | string;

/** Input files in memory, read in pieces of some size; what changes in `files` changes under the reader. */
export function fakeInputs(files: Record<string, FakeFile>, piece = 1 << 16) {
  const bytesOf = (name: string) => {
    const file = files[name] ?? "";
    return typeof file === "string" ? new TextEncoder().encode(file) : file;
  };
  return Layer.succeed(Inputs, {
    open: (name) =>
      name in files
        ? Effect.succeed({
            name,
            bytes: Stream.suspend(() => Stream.fromIterable(pieces(bytesOf(name), piece))),
            slice: (offset: number, length: number) =>
              Effect.sync(() => bytesOf(name).slice(offset, offset + length)),
          })
        : new InputError({ message: `Cannot read "${name}": there is no such file` }),
    placeOf: (name) => name,
    yaml: (name, schema) => {
      const source = readSource(new TextDecoder().decode(bytesOf(name)), name);
      return Either.mapLeft(
        source.issues.length > 0 ? Either.left(source.issues) : decodeAt(schema, source, source.value),
        (issues) => new InputError({ message: issues.map(({ at, says }) => `${at}: ${says}`).join("\n") }),
      );
    },
  });
}

function pieces(bytes: Uint8Array, size: number): ReadonlyArray<Uint8Array> {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.slice(size * i, size * (i + 1)),
  );
}

/** Answers as told, and what was asked. */
export function fakeAnswers(
  answer: (question: Question) => Outcome,
  known: Readonly<Record<string, string>> = {},
) {
  const asked: Array<string> = [];
  const one = (question: Question) =>
    Effect.sync(() => {
      asked.push(`${question.model}: ${question.prompt}`);
      return answer(question);
    });
  const layer = Layer.succeed(Answers, {
    one,
    endpoint: "fake",
    all: (questions) => Stream.mapEffect(questions, one),
    known: (model) => known[model] ?? null,
  });
  return { asked, layer };
}

/** A run directory in memory: a file that fails leaves nothing, and none is written twice. */
export function fakeOutput() {
  const files = new Map<string, string>();
  const layer = Layer.succeed(Output, {
    screen: { columns: 80, color: false },
    write: (name, content) =>
      Effect.gen(function* () {
        const text = yield* Stream.mkString(content);
        if (files.has(name)) return yield* new OutputError({ message: `Cannot write "${name}" twice` });
        files.set(name, text);
        return { name, path: `out/${name}`, sha256: "" };
      }),
  });
  return { files, layer };
}

/** What was told. */
export function fakeProgress() {
  const notes: Array<string> = [];
  const warnings: Array<string> = [];
  const layer = Layer.succeed(Progress, {
    note: (text) => Effect.sync(() => void notes.push(text)),
    warn: (warning) =>
      Effect.sync(() => void warnings.push(typeof warning === "string" ? warning : warning.shown)),
  });
  return { notes, warnings, layer };
}

/** Where a report comes from. */
export const provenance = Layer.succeed(
  Provenance,
  Effect.succeed({
    version: "0.0.0",
    seed: 1,
    config: { version: 1 },
    inputs: [{ name: "eval.jsonl", bytes: 1, sha256: "00" }],
    provider: { identity: "fake", deterministic: true },
    plugins: ["gates classic 1.0.0"],
    warnings: [],
  }),
);

/** The generators of a run with seed 1. */
export const seed = Layer.succeed(Seed, (label) => random(1, label));

/** The gate set `classic`. */
export const gates = Layer.sync(GateSet, () => classic.make({ parse_min: 0.8, mcs_auc_min: 0.6 }));

/** No gate set beside the run's. */
export const otherGates = Layer.succeed(OtherGates, []);

/** Report writers by name, in their order. */
export function writers(named: Readonly<Record<string, ReportWriter>>) {
  return Layer.succeed(
    ReportWriters,
    Object.entries(named).map(([name, writer]) => ({ name, writer })),
  );
}

/** An eval set in memory; every prompt is a row, up. */
export function evalSetOf(
  prompts: ReadonlyArray<string>,
  more: Partial<EvaluationSet> & { readonly dates?: ReadonlyArray<string | null> } = {},
): EvaluationSet {
  return {
    size: prompts.length,
    date: (row) => more.dates?.[row] ?? null,
    promptHash: (row) => String(row).padStart(16, "0"),
    prompts: Stream.fromIterable(prompts),
    targets: more.targets ?? new Int8Array(prompts.length).fill(1),
    cutoffDate: more.cutoffDate ?? null,
  };
}

/** An answer, every token of it certain to a different degree so that all features are defined. */
export function answered(text: string, certainty = 0.1, temperature: number | null = null): Outcome {
  const tokens = [...text];
  const at = (i: number) => -certainty - 0.01 * (i % 7);
  const run = {
    tokens,
    logprobs: Float64Array.from(tokens, (_, i) => at(i)),
    alternatives: Float64Array.from(tokens.flatMap((_, i) => [at(i), -2.5 - certainty])),
    ends: Uint32Array.from(tokens, (_, i) => 2 * (i + 1)),
  };
  const reported = { model: null, temperature, fingerprint: null };
  return { _tag: "Answered", answer: { text, finishReason: "stop", run, usage: null, reported } };
}

export const UP = "Direction: 1\nConfidence: 0.8";
export const DOWN = "Direction: -1\nConfidence: 0.6";
