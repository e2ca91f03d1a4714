import { Effect, Stream } from "effect";
import {
  Answers,
  Clearance,
  defineStage,
  EmptyShortlist,
  EvalSet,
  type FailReason,
  type Outcome,
  Output,
  Progress,
  Schema,
  Shortlist,
  type SmokeOutcome,
  Study,
} from "../plugins/contract/mod.ts";
import { foreseen } from "./_measured.ts";
import { acceptTokens, beginning, readAnswer } from "./answer/mod.ts";

const Positive = Schema.Int.pipe(Schema.greaterThan(0));
const Options = Schema.Struct({
  /** Models that go on at most; every candidate is tried all the same. */
  max_size: Schema.optionalWith(Positive, { default: () => 10, exact: true }),
  /** Directional prompts; without them the first five evaluation rows, whose answers then serve the evaluation. */
  prompts: Schema.optionalWith(Schema.Array(Schema.NonEmptyString).pipe(Schema.minItems(1)), { exact: true }),
});

const FIRST_ROWS = 5;

/** Tries every candidate on a few prompts and keeps those that answer all of them usably. */
export const smoke = defineStage({
  name: "smoke",
  needs: [Study, EvalSet, Clearance],
  gives: [Shortlist],
  options: Options,
  asks: ({ study, evalSet }, { prompts }) => {
    if (!study?.areCandidates || evalSet === undefined) return Stream.empty;
    const asked =
      prompts === undefined ? Stream.take(evalSet.prompts, FIRST_ROWS) : Stream.fromIterable(prompts);
    return foreseen({ referenceModel: null }, study.models, asked);
  },
  foresees: ({ study }, { max_size }) => {
    if (study === undefined) return {};
    const models = study.areCandidates ? study.models.slice(0, max_size) : study.models;
    return { shortlist: { models, outcomes: null } };
  },
  run: Effect.fn("smoke")(function* ({ study, evalSet }, options) {
    if (!study.areCandidates) return { shortlist: { models: study.models, outcomes: null } };
    const { note, warn } = yield* Progress;
    const output = yield* Output;
    yield* note(`smoke: ${study.models.length} candidates`);
    const prompts = options.prompts ?? [
      ...(yield* Stream.runCollect(Stream.take(evalSet.prompts, FIRST_ROWS))),
    ];
    const outcomes = yield* smokeTest(study.models, prompts, { maxSize: options.max_size });
    yield* output.write(
      "shortlist.json",
      Stream.make(`${JSON.stringify({ outcomes: outcomes.map(toJson) }, null, 2)}\n`),
    );
    const models = outcomes.filter(({ selected }) => selected).map(({ model }) => model);
    if (models.length === 0) return yield* new EmptyShortlist({ message: whyEmpty(outcomes) });
    yield* Effect.forEach(outcomes, (outcome) => (outcome.selected ? Effect.void : warn(leftOut(outcome))));
    return { shortlist: { models, outcomes } };
  }),
});

/** How many models go on at most. */
export interface SmokeOptions {
  readonly maxSize: number;
}

/** Asks every candidate all prompts; an outcome each, in candidate order. */
export const smokeTest = Effect.fn("smoke.test")(function* (
  candidates: ReadonlyArray<string>,
  prompts: ReadonlyArray<string>,
  { maxSize }: SmokeOptions,
) {
  const tries = yield* Effect.forEach(candidates, (model) => tryModel(model, prompts), {
    concurrency: "unbounded",
  });
  return select(tries, maxSize);
});

interface Failure {
  readonly reason: FailReason;
  readonly detail: string;
}

const tryModel = Effect.fn("smoke.tryModel")(function* (model: string, prompts: ReadonlyArray<string>) {
  const answers = yield* Answers;
  const outcomes = yield* Effect.forEach(prompts, (prompt) => answers.one({ model, prompt }), {
    concurrency: "unbounded",
  });
  return { model, failure: outcomes.map(failureOf).find((failure) => failure !== null) ?? null };
});

/** Why an outcome is no pass, or null: an answer with usable log-probabilities and a direction passes. */
function failureOf(outcome: Outcome): Failure | null {
  if (outcome._tag === "Failed") return outcome;
  const { text, run, finishReason } = outcome.answer;
  const acceptance = acceptTokens(text, run);
  const { direction, why } = readAnswer(text, finishReason);
  if (!acceptance.ok) {
    const isNoAnswer = acceptance.unspelt === true && direction === null;
    return { reason: isNoAnswer ? "parse_failure" : "no_logprobs", detail: acceptance.why };
  }
  if (direction !== null) return null;
  return { reason: "parse_failure", detail: `${why ?? "no direction"} in ${beginning(text)}` };
}

function select(
  tries: ReadonlyArray<{ readonly model: string; readonly failure: Failure | null }>,
  maxSize: number,
): ReadonlyArray<SmokeOutcome> {
  let room = maxSize;
  return tries.map(({ model, failure }) => {
    const passed = failure === null;
    return {
      model,
      passed,
      selected: passed && room-- > 0,
      reason: failure?.reason ?? null,
      detail: failure?.detail ?? null,
    };
  });
}

function toJson({ model, passed, selected, reason, detail }: SmokeOutcome) {
  return { model, passed, selected, fail_reason: reason, detail };
}

function leftOut({ model, reason, detail }: SmokeOutcome): string {
  const why = reason === null ? "as many as max_size passed before it" : `${reason} (${detail})`;
  return `"${model}" is left out by the smoke test: ${why}`;
}

function whyEmpty(outcomes: ReadonlyArray<SmokeOutcome>): string {
  const reasons = outcomes.map(({ model, reason, detail }) => `  ${model}: ${reason} (${detail})`);
  return ["No candidate passed the smoke test:", ...reasons].join("\n");
}
