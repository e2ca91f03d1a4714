import { readFileSync } from "node:fs";
import { Chunk, Effect, Stream } from "effect";
import type {
  ModelEvalResult,
  Report,
  ReportWriter,
  RunAnalysis,
  RunProvenance,
} from "../../../plugins/contract/mod.ts";
import { classic } from "../../../plugins/gates/mod.ts";
import { ci, judgementOf, MAJORITY, PASSING, type Triple } from "./_results.ts";

export * from "./_results.ts";

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

const NO_ANALYSIS: RunAnalysis = {
  settings: { validation: "crossfit", permutations: 199, resamples: 1000 },
  instrument: { ok: null, reason: "not checked", controls: [] },
  blind: { ok: false, reason: "not looked at" },
  models: [],
};

const PROVENANCE: RunProvenance = {
  version: "0.1.0",
  seed: 1,
  config: { version: 1, gates: { use: "classic" } },
  inputs: [{ name: "eval.jsonl", bytes: 12, sha256: "ab".repeat(32) }],
  provider: { identity: "embedded", deterministic: true },
  plugins: ["gates classic 1.0.0"],
  warnings: [],
};

export function reportOf(
  results: ReadonlyArray<ModelEvalResult>,
  {
    majority = MAJORITY,
    known = results.map(() => null),
    beside = [],
    analysis = NO_ANALYSIS,
    candidates = null,
    provenance = PROVENANCE,
    exchanges = () => Stream.empty,
  }: Partial<Omit<Report, "results" | "verdicts" | "order" | "gates">> = {},
): Report {
  const gates = classic.make({ parse_min: 0.8, mcs_auc_min: 0.6 });
  const verdicts = gates.judge(judgementOf(results, { majority }));
  const order = [...verdicts.keys()].sort((a, b) => verdicts[b]!.score - verdicts[a]!.score);
  return {
    results,
    majority,
    verdicts,
    order,
    gates,
    known,
    beside,
    analysis,
    candidates,
    exchanges,
    provenance,
  };
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
