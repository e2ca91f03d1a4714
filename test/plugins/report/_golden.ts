import { readFileSync } from "node:fs";
import { Chunk, Effect, Stream } from "effect";
import type {
  CiBound,
  EvalRecord,
  MajorityBaseline,
  ModelEvalResult,
  Records,
  Report,
  ReportWriter,
} from "../../../plugins/contract/mod.ts";
import { classic } from "../../../plugins/gates/mod.ts";

type Triple = readonly [number, number, number];

export interface GoldenResult {
  readonly model: string;
  readonly raw: Triple;
  readonly memguard: Triple;
  readonly auc: Triple;
  readonly parse: number;
  readonly parse_failures: number;
  readonly warnings: ReadonlyArray<string>;
}

export interface GoldenCase {
  readonly name: string;
  readonly input: { readonly majority: Triple; readonly results: ReadonlyArray<GoldenResult> };
  readonly expected: {
    readonly scores: ReadonlyArray<{
      readonly model: string;
      readonly score: number;
      readonly components: Readonly<Record<string, number>>;
      readonly survives_gates: boolean;
      readonly warnings: ReadonlyArray<string>;
    }>;
    readonly top3_md: string;
    readonly summary_csv: string;
    readonly records_jsonl: string;
    readonly terminal_width200: string;
  };
}

function text(path: string): string {
  return readFileSync(new URL(path, import.meta.url), "utf8");
}

const all: ReadonlyArray<GoldenCase> = JSON.parse(text("../../golden/composite.json"));

/** The cases of the composite golden, without its header and the manifest's text. */
export const golden = all.filter(({ name }) => name !== "_header" && name !== "manifest_text");

/** Values of the unit cases of a type, such as `csv_cell`. */
export function cellCases(
  type: string,
): ReadonlyArray<{ id: string; column?: string; value: string | number | null }> {
  return text("../../cases/report_cells.jsonl")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))
    .filter(({ input }) => input.type === type)
    .map(({ id, input }) => ({ id, column: input.column, value: input.value }));
}

export function ci([point, lo, hi]: Triple): CiBound {
  return { point, lo, hi };
}

export function recordsOf(rows: ReadonlyArray<EvalRecord> = []): Records {
  return { size: rows.length, [Symbol.iterator]: () => rows[Symbol.iterator]() };
}

/** A model that passes every gate of `classic` against `MAJORITY`. */
export const PASSING: ModelEvalResult = {
  model: "meta/llama-3.1_8b",
  rawAccuracy: ci([0.7, 0.6, 0.8]),
  memguardAccuracy: ci([0.7, 0.6, 0.8]),
  mcsAuc: ci([0.85, 0.8, 0.9]),
  parseSuccessRate: 1,
  parseFailures: 0,
  warnings: [],
  reason: null,
  records: recordsOf(),
};
export const MAJORITY: MajorityBaseline = { direction: 1, accuracy: ci([0.5, 0.4, 0.55]) };

/** A model of which nothing is known but that it could not be calibrated. */
export const UNCALIBRATED: ModelEvalResult = {
  ...PASSING,
  model: "lab/unasked",
  rawAccuracy: null,
  memguardAccuracy: null,
  mcsAuc: null,
  warnings: ["uncalibrated"],
  reason: "12 of 50 control rows are valid",
};

export function goldenResult(result: GoldenResult): ModelEvalResult {
  return {
    ...PASSING,
    model: result.model,
    rawAccuracy: ci(result.raw),
    memguardAccuracy: ci(result.memguard),
    mcsAuc: ci(result.auc),
    parseSuccessRate: result.parse,
    parseFailures: result.parse_failures,
    warnings: result.warnings,
  };
}

export function reportOf(
  results: ReadonlyArray<ModelEvalResult>,
  { majority = MAJORITY, known = results.map(() => null) }: Partial<Pick<Report, "majority" | "known">> = {},
): Report {
  const gates = classic.make({ parse_min: 0.8, mcs_auc_min: 0.6 });
  const verdicts = gates.judge({ results, majority });
  const order = [...verdicts.keys()].sort((a, b) => verdicts[b]!.score - verdicts[a]!.score);
  return { results, majority, verdicts, order, gates, known };
}

export function goldenReport({ input }: GoldenCase): Report {
  return reportOf(input.results.map(goldenResult), {
    majority: { direction: 1, accuracy: ci(input.majority) },
  });
}

/** The parts in which the writer's only file streams. */
export function partsOf(
  writer: ReportWriter,
  report: Report,
): Promise<{ name: string; parts: ReadonlyArray<string> }> {
  return Effect.runPromise(
    Effect.gen(function* () {
      const [file, ...more] = yield* writer.files!(report);
      if (file === undefined || more.length > 0) throw new Error("expected one file");
      const parts = yield* Stream.runCollect(file.content);
      return { name: file.name, parts: Chunk.toReadonlyArray(parts) };
    }),
  );
}

export async function fileOf(writer: ReportWriter, report: Report): Promise<string> {
  const { parts } = await partsOf(writer, report);
  return parts.join("");
}
