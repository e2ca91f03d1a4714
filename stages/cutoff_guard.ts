import { Effect } from "effect";
import {
  Clearance,
  type Cutoff,
  type CutoffClearance,
  Cutoffs,
  CutoffViolation,
  defineStage,
  EvalSet,
  type EvaluationSet,
  Progress,
  Schema,
  Study,
} from "../plugins/contract/mod.ts";

const Options = Schema.Struct({
  /** What happens to rows dated on or before a model's cutoff. */
  rows: Schema.optionalWith(Schema.Literal("count", "forbid"), { default: () => "count", exact: true }),
});

/** Lets a run ask only when every model's cutoff is known and the eval set keeps to it. */
export const cutoffGuard = defineStage({
  name: "cutoff_guard",
  needs: [Study, EvalSet, Cutoffs],
  gives: [Clearance],
  options: Options,
  dry: true,
  run: Effect.fn("cutoffGuard")(function* ({ study, evalSet, cutoffs }, { rows }) {
    const { warn } = yield* Progress;
    const unknown = study.models.filter((model) => !cutoffs.has(model));
    const clearance = judge(study.models, evalSet, cutoffs);
    const says = [
      ...unknown.map((model) => `Model "${model}" is not in the cutoff registry "${study.inputs.cutoffs}"`),
      ...(evalSet.cutoffDate === null ? [] : lateModels(clearance, evalSet.cutoffDate)),
      ...(rows === "forbid" ? forbidden(clearance, study.inputs.evalSet) : []),
    ];
    if (says.length > 0) return yield* new CutoffViolation({ message: says.join("\n") });
    if (!clearance.verifiable) {
      yield* warn(
        `"${study.inputs.evalSet}" has neither a header date nor row dates: the cutoffs cannot be verified`,
      );
    }
    return { clearance };
  }),
});

function judge(
  models: ReadonlyArray<string>,
  evalSet: EvaluationSet,
  cutoffs: ReadonlyMap<string, Cutoff>,
): CutoffClearance {
  const dates = Array.from({ length: evalSet.size }, (_, row) => evalSet.date(row));
  const dated = dates.filter((date) => date !== null);
  const counts = models.flatMap((model) => {
    const cutoff = cutoffs.get(model)?.date;
    if (cutoff === undefined) return [];
    const before = dated.filter((date) => date <= cutoff).length;
    return [{ model, cutoff, before, after: dated.length - before, undated: dates.length - dated.length }];
  });
  return { models: counts, verifiable: evalSet.cutoffDate !== null || dated.length > 0 };
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
