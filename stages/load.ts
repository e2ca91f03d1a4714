import { Effect, Either } from "effect";
import {
  CalendarDate,
  Corpora,
  type Cutoff,
  Cutoffs,
  type Direction,
  defineStage,
  EvalSet,
  type EvaluationSet,
  Inputs,
  Progress,
  Schema,
  Study,
} from "../plugins/contract/mod.ts";
import { loadPrompts, type Row } from "./_prompt_set.ts";
import { CorpusRow, EvalRow, Header, readRow } from "./_row.ts";

const Registry = Schema.Struct({
  models: Schema.Record({
    key: Schema.String,
    value: Schema.Union(
      CalendarDate,
      Schema.Struct({
        date: CalendarDate,
        source: Schema.optionalWith(Schema.String, { exact: true }),
        precision: Schema.optionalWith(Schema.String, { exact: true }),
      }),
    ),
  }),
});

/** Reads the eval set, the two corpora and the cutoff registry. */
export const load = defineStage({
  name: "load",
  needs: [Study],
  gives: [EvalSet, Corpora, Cutoffs],
  options: Schema.Struct({}),
  dry: true,
  run: Effect.fn("load")(function* ({ study: { inputs } }) {
    const evalSet = yield* loadEvalSet(inputs.evalSet);
    const isMemorized = yield* loadCorpus(inputs.isMemorized);
    const oosControl = yield* loadCorpus(inputs.oosControl);
    const cutoffs = yield* loadCutoffs(inputs.cutoffs);
    return { evalSet, corpora: { isMemorized, oosControl }, cutoffs };
  }),
});

const loadEvalSet = Effect.fn("load.evalSet")(function* (path: string) {
  const inputs = yield* Inputs;
  const file = yield* inputs.open(path);
  const targets: Array<Direction> = [];
  let cutoffDate: string | null = null;
  const { prompts, repeated } = yield* loadPrompts(file, (value, first) => {
    if (isHeader(value)) {
      if (!first) return Either.left("a second header; _cutoff_date belongs on the first line");
      return Either.map(readRow(Header, value), (header) => {
        cutoffDate = header._cutoff_date;
        return null;
      });
    }
    return Either.map(readRow(EvalRow, value), (row): Row => {
      targets.push(row.target_direction);
      return { prompt: row.prompt, date: row.metadata?.date ?? null };
    });
  });
  const evalSet: EvaluationSet = { ...prompts, targets: Int8Array.from(targets), cutoffDate };
  yield* warnOfEvalSet(path, evalSet, repeated);
  return evalSet;
});

const loadCorpus = Effect.fn("load.corpus")(function* (path: string) {
  const inputs = yield* Inputs;
  const file = yield* inputs.open(path);
  const { prompts, repeated } = yield* loadPrompts(file, (value) =>
    Either.map(
      readRow(CorpusRow, value),
      (row): Row => ({ prompt: row.prompt, date: row.metadata?.date ?? null }),
    ),
  );
  yield* warnOfRepeats(path, repeated);
  return prompts;
});

const loadCutoffs = Effect.fn("load.cutoffs")(function* (path: string) {
  const inputs = yield* Inputs;
  const { models } = yield* inputs.yaml(path, Registry);
  const entries = Object.entries(models).map(([model, entry]): [string, Cutoff] => [
    model,
    typeof entry === "string"
      ? { date: entry, source: null, precision: null }
      : { date: entry.date, source: entry.source ?? null, precision: entry.precision ?? null },
  ]);
  return new Map(entries);
});

const FEW_ROWS = 100;
const LOPSIDED = 0.6;

const warnOfEvalSet = Effect.fn("load.warn")(function* (
  path: string,
  evalSet: EvaluationSet,
  repeated: number,
) {
  const { warn } = yield* Progress;
  const { size, targets } = evalSet;
  if (size < FEW_ROWS) yield* warn(`"${path}" has ${size} rows; fewer than ${FEW_ROWS} leave wide intervals`);
  const most = Math.max(
    ...[1, 0, -1].map((direction) => targets.filter((target) => target === direction).length),
  );
  const share = most / size;
  if (share > LOPSIDED)
    yield* warn(`"${path}": one direction holds ${(100 * share).toFixed(1)} % of the rows`);
  yield* warnOfRepeats(path, repeated);
});

const warnOfRepeats = Effect.fn("load.warnOfRepeats")(function* (path: string, repeated: number) {
  const { warn } = yield* Progress;
  if (repeated > 0)
    yield* warn(`"${path}": ${repeated} ${repeated === 1 ? "row repeats" : "rows repeat"} an earlier prompt`);
});

function isHeader(value: unknown): boolean {
  return typeof value === "object" && value !== null && "_cutoff_date" in value;
}
