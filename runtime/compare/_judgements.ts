import { FileSystem } from "@effect/platform";
import { Effect } from "effect";
import { ReplayMismatch, Schema } from "../../plugins/contract/mod.ts";
import { reasonOf } from "../inputs.ts";

const MaybeNumber = Schema.NullOr(Schema.Finite);

const ModelFound = Schema.Struct({
  model: Schema.String,
  verdict: Schema.Struct({ verdict: Schema.String, sentence: Schema.String }),
  outcome_recall: Schema.Struct({ answer: Schema.String, sentence: Schema.String }),
});

const GateSetFound = Schema.Struct({
  name: Schema.String,
  order: Schema.Array(Schema.String),
  models: Schema.Array(
    Schema.Struct({
      model: Schema.String,
      score: MaybeNumber,
      survives: Schema.Boolean,
      warnings: Schema.Array(Schema.String),
      details: Schema.Record({ key: Schema.String, value: MaybeNumber }),
    }),
  ),
});

/** What is read again of `analysis.json`. */
const Judgements = Schema.Struct({
  version: Schema.Literal(1),
  models: Schema.Array(ModelFound),
  /** The run's own gate set first. */
  gates: Schema.Array(GateSetFound),
});
export type Judgements = typeof Judgements.Type;

export const readJudgements = Effect.fn("compare.judgements")(function* (place: string) {
  const fs = yield* FileSystem.FileSystem;
  const cannot = (why: string) => new ReplayMismatch({ message: `Cannot compare: "${place}" ${why}` });
  const text = yield* Effect.mapError(fs.readFileString(place), (error) =>
    cannot(`cannot be read (${reasonOf(error)})`),
  );
  return yield* Effect.mapError(Schema.decodeUnknown(Schema.parseJson(Judgements))(text), () =>
    cannot("is not as a run of this version writes it"),
  );
});

/** What a run says of one model; null where it says nothing. */
export interface Judgement {
  readonly verdict: string | null;
  readonly outcomeRecall: string | null;
  readonly tier: number | null;
  readonly rank: number | null;
  readonly score: number | null;
  readonly survives: boolean | null;
}

const NOTHING: Judgement = {
  ...{ verdict: null, outcomeRecall: null, tier: null },
  ...{ rank: null, score: null, survives: null },
};

/** The tier is of whichever gate set tells tiers; rank, score and survival are of the run's own, of survivors only. */
export function judgementOf({ models, gates }: Judgements, model: string): Judgement {
  const found = models.find((other) => other.model === model);
  const [own] = gates;
  const judged = own?.models.find((other) => other.model === model);
  const tiered = gates.flatMap((set) => set.models.find((other) => other.model === model) ?? []);
  const survivors = new Set(own?.models.flatMap((other) => (other.survives ? [other.model] : [])));
  const place = own?.order.filter((name) => survivors.has(name)).indexOf(model) ?? -1;
  return {
    ...NOTHING,
    verdict: found?.verdict.verdict ?? null,
    outcomeRecall: found?.outcome_recall.answer ?? null,
    tier: tiered.find(({ details }) => typeof details["tier"] === "number")?.details["tier"] ?? null,
    rank: place < 0 ? null : place + 1,
    score: judged?.survives ? judged.score : null,
    survives: judged?.survives ?? null,
  };
}
