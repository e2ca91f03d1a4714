import { Array as Arr, Effect, Either } from "effect";
import {
  Blind,
  Corpora,
  Cutoffs,
  defineStage,
  EvalSet,
  type EvaluationSet,
  Inputs,
  Schema,
  Study,
} from "../plugins/contract/mod.ts";
import { blindLook } from "./_blind_look.ts";
import { column } from "./_column.ts";
import { CutoffRegistry, toCutoff } from "./_cutoff_registry.ts";
import { formAsked } from "./_form_asked.ts";
import { warnOfFewOrLopsided, warnOfRepeats } from "./_input_warnings.ts";
import { joined } from "./_mistakes.ts";
import { loadPrompts, type Row } from "./_prompt_set.ts";
import { CorpusRow, EvalRow, Header, type RowMistake, readRow } from "./_row.ts";
import { keepApart } from "./_shared_prompts.ts";
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
    yield* keepApart(inputs, { isMemorized: isMemorized.hashes, oosControl: oosControl.hashes });
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
  yield* warnOfFewOrLopsided(path, evalSet);
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
