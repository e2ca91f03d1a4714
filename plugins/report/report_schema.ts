import { Schema } from "../contract/mod.ts";
import { maybe, Real } from "./_maybe.ts";
import { Blind, Bound, MaybeBound, MaybeNumber, Statistics } from "./_statistics_schema.ts";

const Said = Schema.Struct({ verdict: Schema.String, sentence: Schema.String });
const Numbers = Schema.Record({ key: Schema.String, value: MaybeNumber });
const Texts = Schema.Array(Schema.String);
const FailReason = Schema.Literal("timeout", "no_logprobs", "parse_failure", "error");

/** What a gate set says of one model. */
const Judged = {
  score: MaybeNumber.annotations({ description: "Null where a gate blocks; the reason names the gates." }),
  survives: Schema.Boolean,
  components: Numbers,
  details: Numbers,
  says: Texts,
  warnings: Texts,
};

const GateOutcome = Schema.Struct({
  gate: Schema.String,
  outcome: Schema.Literal("passed", "failed", "skipped"),
  reason: Schema.NullOr(Schema.String),
});

/** One model of the report. */
export const ReportModel = Schema.Struct({
  model: Schema.String,
  rank: maybe(Schema.Int).annotations({
    description: "1 is the best of the models that survive; null where a gate blocks, with the gates.",
  }),
  truth: Schema.NullOr(Schema.String).annotations({
    description: "What is known of the model by construction; null of models met in the wild.",
  }),
  verdict: Said,
  outcome_recall: Schema.Struct({ answer: Schema.Literal("yes", "no", "unknown"), sentence: Schema.String }),
  ...Judged,
  gates: Schema.Array(GateOutcome).annotations({ description: "Every gate, in the gate set's order." }),
  results: Schema.Struct({
    rows: Schema.Int,
    raw_accuracy: MaybeBound,
    memguard_accuracy: MaybeBound,
    mcs_auc: MaybeBound,
    parse_success_rate: MaybeNumber,
    parse_failures: Schema.Int,
  }),
  statistics: maybe(Statistics),
});
export type ReportModel = typeof ReportModel.Type;

const GateSet = {
  name: Schema.String,
  formula: Schema.String,
  thresholds: Numbers,
  blocking: Texts,
};

/** The content of `report.json`. */
export const ReportDocument = Schema.Struct({
  version: Schema.Literal(1).annotations({ description: "The version of this file's format." }),
  provenance: Schema.Struct({
    recall_guard: Schema.String,
    seed: Schema.Int,
    config: Schema.Record({ key: Schema.String, value: Schema.Unknown }).annotations({
      description: "The config with its defaults, without what only paces, pays, prints or places.",
    }),
    inputs: Schema.Array(Schema.Struct({ name: Schema.String, bytes: Schema.Int, sha256: Schema.String })),
    provider: Schema.Struct({ identity: Schema.String, deterministic: Schema.Boolean }),
    plugins: Texts,
    warnings: Texts.annotations({ description: "What was warned of the inputs before anything was asked." }),
  }),
  settings: Schema.Struct({
    validation: Schema.Literal("crossfit", "holdout"),
    permutations: Schema.Int,
    resamples: Schema.Int,
    confidence: Real,
  }),
  instrument: Schema.Struct({
    ok: Schema.NullOr(Schema.Boolean),
    reason: Schema.NullOr(Schema.String),
    controls: Schema.Array(
      Schema.Struct({
        control: Schema.String,
        expects: Schema.String,
        passed: Schema.Boolean,
        auc: MaybeBound,
        p: MaybeNumber,
        verdict: Said,
      }),
    ),
  }).annotations({ description: "Whether embedded models that are known by construction came out right." }),
  blind: maybe(Blind).annotations({ description: "What the prompts alone give away about the corpora." }),
  majority: Schema.Struct({ direction: Schema.Literal(-1, 0, 1), accuracy: Bound }),
  gates: Schema.Struct(GateSet),
  ranking: Texts.annotations({ description: "Model ids by score, those that gates removed among them." }),
  models: Schema.Array(ReportModel).annotations({ description: "In the order of the run." }),
  excluded: Schema.Array(
    Schema.Struct({
      model: Schema.String,
      reason: Schema.NullOr(FailReason),
      detail: Schema.String,
    }),
  ).annotations({ description: "Candidates that did not go on after the smoke test." }),
  beside: Schema.Array(
    Schema.Struct({
      ...GateSet,
      ranking: Texts,
      models: Schema.Array(Schema.Struct({ model: Schema.String, ...Judged })),
    }),
  ).annotations({ description: "What the other gate sets make of the same results." }),
}).annotations({ title: "A recall-guard report" });
export type ReportDocument = typeof ReportDocument.Type;

export default ReportDocument;
