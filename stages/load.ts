import { Array as Arr, Effect, Either } from "effect";
import {
  Blind,
  Corpora,
  Cutoffs,
  defineStage,
  EvalSet,
  type EvaluationSet,
  Inputs,
  Progress,
  Schema,
  Study,
  type StudyPlan,
} from "../plugins/contract/mod.ts";
import { blindLook } from "./_blind_look.ts";
import { column } from "./_column.ts";
import { CutoffRegistry, toCutoff } from "./_cutoff_registry.ts";
import { formAsked } from "./_form_asked.ts";
import { joined } from "./_mistakes.ts";
import { promptIndex } from "./_prompt_index.ts";
import { type Loaded, loadPrompts, type Row } from "./_prompt_set.ts";
import { CorpusRow, EvalRow, Header, type RowMistake, readRow } from "./_row.ts";
import { roundedTarget } from "./_target_literal.ts";
import { warnOfInput } from "./_warn_of_input.ts";

const Options = Schema.Struct({
  /** Whether to look at what the prompts alone give away about the corpora. */
  blind: Schema.optionalWith(Schema.Boolean, { default: () => true, exact: true }),
});

/** Reads the eval set, the two corpora and the cutoff registry, and looks at the corpora as a reader of prompts does. */
export const load = defineStage({
  name: "load",
  needs: [Study],
  gives: [EvalSet, Corpora, Cutoffs, Blind],
  options: Options,
  dry: true,
  run: Effect.fn("load")(function* ({ study: { inputs } }, { blind }) {
    const [evalSet, isMemorized, oosControl, cutoffs] = yield* Effect.mapError(
      Effect.all(
        [
          loadEvalSet(inputs.evalSet),
          corpusIn(inputs.isMemorized),
          corpusIn(inputs.oosControl),
          loadCutoffs(inputs.cutoffs),
        ],
        { mode: "validate" },
      ),
      (wrong) => joined(Arr.getSomes(wrong)),
    );
    yield* warnOfShared(inputs, isMemorized, oosControl);
    const corpora = { isMemorized: isMemorized.prompts, oosControl: oosControl.prompts };
    return { evalSet, corpora, cutoffs, blind: yield* blindLook(corpora, { isOn: blind, inputs }) };
  }),
});

/** The eval set in a JSONL file. */
export const loadEvalSet = Effect.fn("load.evalSet")(function* (path: string) {
  const inputs = yield* Inputs;
  const file = yield* inputs.open(path);
  const targets = column((size) => new Int8Array(size));
  const form = formAsked();
  let cutoffDate: string | null = null;
  const { prompts, hashes } = yield* loadPrompts(file, ({ value, text }, first) => {
    if (isHeader(value)) {
      return Either.map(headerOf(value, first), (header) => {
        cutoffDate = header._cutoff_date;
        return null;
      });
    }
    return Either.flatMap(readEvalRow(value), (row) => {
      const rounded = roundedTarget(text);
      if (rounded !== null) return Either.left(notExact(rounded));
      targets.push(row.target_direction);
      form.look(row.prompt);
      return Either.right(kept(row));
    });
  });
  const evalSet: EvaluationSet = { ...prompts, targets: targets.values(), cutoffDate };
  yield* warnOfEvalSet(path, evalSet);
  yield* warnOfRepeats(path, hashes, evalSet.targets);
  if (form.isRare()) yield* warnOfInput((placeOf) => form.says(placeOf(path)));
  return evalSet;
});

/** A calibration corpus in a JSONL file. */
export const loadCorpus = (path: string) => Effect.map(corpusIn(path), ({ prompts }) => prompts);

const corpusIn = Effect.fn("load.corpus")(function* (path: string) {
  const inputs = yield* Inputs;
  const file = yield* inputs.open(path);
  const loaded = yield* loadPrompts(file, ({ value }) => Either.map(readCorpusRow(value), kept));
  yield* warnOfRepeats(path, loaded.hashes);
  return loaded;
});

const readHeader = readRow(Header);
const readEvalRow = readRow(EvalRow, ["_cutoff_date"]);
const readCorpusRow = readRow(CorpusRow);

function isHeader(value: unknown): value is object {
  return typeof value === "object" && value !== null && "_cutoff_date" in value;
}

function headerOf(value: object, first: boolean): Either.Either<Header, RowMistake> {
  const path = ["_cutoff_date"];
  if (!first) return Either.left({ path, says: "a second header; _cutoff_date belongs on the first line" });
  if ("prompt" in value || "target_direction" in value)
    return Either.left({ path, says: "a header in a row; _cutoff_date stands on a line of its own" });
  return readHeader(value);
}

function kept({ prompt, metadata }: CorpusRow): Row {
  return { prompt, date: metadata?.date ?? null };
}

function notExact(literal: string): RowMistake {
  return { path: ["target_direction"], says: `target_direction: expected -1, 0 or 1, got ${literal}` };
}

/** The training cutoffs in a YAML registry, by model. */
export const loadCutoffs = Effect.fn("load.cutoffs")(function* (path: string) {
  const inputs = yield* Inputs;
  const { models } = yield* inputs.yaml(path, CutoffRegistry);
  return new Map(Object.entries(models).map(([model, entry]) => [model, toCutoff(entry)]));
});

const FEW_ROWS = 100;
const LOPSIDED = 0.6;

const warnOfEvalSet = Effect.fn("load.warn")(function* (path: string, { size, targets }: EvaluationSet) {
  const { warn } = yield* Progress;
  if (size < FEW_ROWS) yield* warn(`"${path}" has ${size} rows; fewer than ${FEW_ROWS} leave wide intervals`);
  const most = Math.max(
    ...[1, 0, -1].map((direction) => targets.filter((target) => target === direction).length),
  );
  const share = most / size;
  if (share > LOPSIDED)
    yield* warn(`"${path}": one direction holds ${(100 * share).toFixed(1)} % of the rows`);
});

/** @param targets Of the rows, where they have any. */
const warnOfRepeats = Effect.fn("load.warnOfRepeats")(function* (
  path: string,
  hashes: Uint32Array,
  targets: Int8Array = new Int8Array(0),
) {
  const { warn } = yield* Progress;
  const { first } = promptIndex(hashes);
  let repeated = 0;
  let contradicting = 0;
  for (let row = 0; row < hashes.length / 2; row++) {
    const earlier = first(row);
    if (earlier === row) continue;
    repeated++;
    if (targets[earlier] !== targets[row]) contradicting++;
  }
  if (repeated === 0) return;
  const how = contradicting === 0 ? "" : `, ${contradicting} of them with another target`;
  yield* warn(
    `"${path}": ${repeated} ${repeated === 1 ? "row repeats" : "rows repeat"} an earlier prompt${how}`,
  );
});

const warnOfShared = Effect.fn("load.warnOfShared")(function* (
  { isMemorized, oosControl }: StudyPlan["inputs"],
  members: Loaded,
  controls: Loaded,
) {
  const { warn } = yield* Progress;
  const { holds } = promptIndex(members.hashes);
  const { hashes } = controls;
  let shared = 0;
  for (let i = 0; i < hashes.length; i += 2) if (holds(hashes[i] ?? 0, hashes[i + 1] ?? 0)) shared++;
  if (shared > 0)
    yield* warn(
      `"${oosControl}": ${shared} ${shared === 1 ? "row stands" : "rows stand"} in "${isMemorized}" too, so that nothing tells the two apart there`,
    );
});
