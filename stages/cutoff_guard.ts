import { Effect } from "effect";
import {
  Clearance,
  Corpora,
  type Cutoff,
  type CutoffClearance,
  Cutoffs,
  CutoffViolation,
  defineStage,
  didYouMean,
  EvalSet,
  type EvaluationSet,
  Inputs,
  Schema,
  Study,
  type StudyPlan,
} from "../plugins/contract/mod.ts";
import { fewAfterCutoff } from "./_few_after_cutoff.ts";
import { swappedCorpora } from "./_swapped_corpora.ts";
import { warnOfInput } from "./_warn_of_input.ts";

const Options = Schema.Struct({
  /** What happens to rows dated on or before a model's cutoff. */
  rows: Schema.optionalWith(Schema.Literal("count", "forbid"), { default: () => "count", exact: true }),
});

/** Lets a run ask only when every model's cutoff is known and the eval set keeps to it. */
export const cutoffGuard = defineStage({
  name: "cutoff_guard",
  needs: [Study, EvalSet, Corpora, Cutoffs],
  gives: [Clearance],
  options: Options,
  dry: true,
  run: Effect.fn("cutoffGuard")(function* ({ study, evalSet, corpora, cutoffs }, { rows }) {
    const { placeOf } = yield* Inputs;
    const { evalSet: path, isMemorized } = study.inputs;
    const inputs = { evalSet: placeOf(path), cutoffs: placeOf(study.inputs.cutoffs) };
    const clearance = yield* assertCutoffSafe(evalSet, study.models, { cutoffs, rows, inputs });
    const few = clearance.verifiable ? fewAfterCutoff(clearance, evalSet) : unverifiable;
    if (few !== null) yield* warnOfInput((place) => few(place(path)));
    const swapped = swappedCorpora(clearance, corpora);
    yield* Effect.forEach(swapped, (says) => warnOfInput((place) => says(place(isMemorized))));
    return { clearance };
  }),
});

/** What the guard goes by. */
export interface GuardOptions {
  readonly cutoffs: ReadonlyMap<string, Cutoff>;
  /** Whether rows dated on or before a model's cutoff are counted or a violation. */
  readonly rows: "count" | "forbid";
  /** What the sentences call the two files. */
  readonly inputs: Pick<StudyPlan["inputs"], "evalSet" | "cutoffs">;
}

/** Fails with a sentence for each model whose cutoff is unknown, or later than the eval set allows. */
export const assertCutoffSafe = Effect.fn("cutoffGuard.assert")(function* (
  evalSet: EvaluationSet,
  models: ReadonlyArray<string>,
  { cutoffs, rows, inputs }: GuardOptions,
) {
  const unknown = models.filter((model) => !cutoffs.has(model));
  const clearance = judge(models, evalSet, cutoffs);
  const says = [
    ...unknown.map(
      (model) =>
        `Model "${model}" is not in the cutoff registry "${inputs.cutoffs}"${wayOut(model, [...cutoffs.keys()])}`,
    ),
    ...(evalSet.cutoffDate === null ? [] : lateModels(clearance, evalSet.cutoffDate)),
    ...(rows === "forbid" ? forbidden(clearance, inputs.evalSet) : []),
  ];
  if (says.length > 0) return yield* new CutoffViolation({ message: says.join("\n") });
  return clearance;
});

function unverifiable(path: string): string {
  return `"${path}" has neither a header date nor row dates: the cutoffs cannot be verified, and no row counts as after one, where alone skill can show; give rows their "metadata.date"`;
}

function wayOut(model: string, known: ReadonlyArray<string>): string {
  return didYouMean(model, known) || "; add its training cutoff there";
}

function judge(
  models: ReadonlyArray<string>,
  evalSet: EvaluationSet,
  cutoffs: ReadonlyMap<string, Cutoff>,
): CutoffClearance {
  const known = models.flatMap((model) => {
    const cutoff = cutoffs.get(model)?.date;
    return cutoff === undefined ? [] : [{ model, cutoff, before: 0 }];
  });
  let dated = 0;
  for (let row = 0; row < evalSet.size; row++) {
    const date = evalSet.date(row);
    if (date === null) continue;
    dated++;
    for (const count of known) if (date <= count.cutoff) count.before++;
  }
  const undated = evalSet.size - dated;
  return {
    models: known.map((count) => ({ ...count, after: dated - count.before, undated })),
    verifiable: evalSet.cutoffDate !== null || dated > 0,
  };
}

function lateModels({ models }: CutoffClearance, header: string): ReadonlyArray<string> {
  return models
    .filter(({ cutoff }) => cutoff > header)
    .map(
      ({ model, cutoff }) =>
        `Model "${model}" was trained through ${cutoff}, after the eval set's cutoff date ${header}`,
    );
}

function forbidden({ models }: CutoffClearance, path: string): ReadonlyArray<string> {
  return models
    .filter(({ before }) => before > 0)
    .map(
      ({ model, cutoff, before }) =>
        `${before} ${before === 1 ? "row" : "rows"} of "${path}" ${before === 1 ? "is" : "are"} dated on or before the cutoff of "${model}" (${cutoff})`,
    );
}
