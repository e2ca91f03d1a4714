import { Path } from "@effect/platform";
import { Effect } from "effect";
import {
  ConfigError,
  type Corpora,
  type Cutoffs,
  type EvalSet,
  Issue,
  type Values,
} from "../plugins/contract/mod.ts";
import { type RunPower, runPower } from "../stages/mod.ts";
import { costOf, type Prices } from "./answers/mod.ts";
import { check } from "./check.ts";
import type { Override, RunSpec } from "./config/mod.ts";
import { JOURNAL, readRecord } from "./directory/mod.ts";
import type { Artifacts } from "./execute.ts";
import { countForeseen, type Foreseen, foreseenQuestions } from "./foreseen.ts";
import { type AnswerSums, type JournalReader, readJournal } from "./journal/mod.ts";

export interface PlanOptions {
  readonly overrides?: ReadonlyArray<Override>;
  /** A run directory whose answers need not be asked again. */
  readonly journal?: string;
}

/** What one model would be asked where every model passes and calibrates. */
export interface ModelPlan {
  readonly model: string;
  /** Distinct requests. */
  readonly requests: number;
  /** Of them, those that a journal answers. */
  readonly answered: number;
  readonly toAsk: number;
  /** Attempts for them where every one fails as often as may be. */
  readonly worstCase: number;
  /** Prompt tokens: by the mean of the journal's answers, or else at four characters a token. */
  readonly tokensIn: number;
  /** Answer tokens at most. */
  readonly tokensOut: number;
  /** Answer tokens by the mean of the journal's answers; null where it has none. */
  readonly likelyTokensOut: number | null;
  /** For `tokensIn` and `tokensOut`, in the unit of the prices; null without a price. */
  readonly cost: number | null;
}

/** What a run would ask. */
export interface Plan {
  /** The model that the others are compared with; null where there is none. */
  readonly referenceModel: string | null;
  readonly models: ReadonlyArray<ModelPlan>;
  readonly total: Omit<ModelPlan, "model">;
  readonly floor: {
    /** Seconds with every slot busy all the time and no failure. */
    readonly seconds: number;
    readonly concurrency: number;
    /** Whether answers take what they took in the journal; otherwise a second each. */
    readonly isMeasured: boolean;
  };
  /** What the run can and cannot find; null where no stage gives what that is told from before it asks. */
  readonly power: RunPower | null;
}

const ASSUMED_MS = 1000;

/** Counts what a run would ask, without asking; a missing key is no obstacle. */
export const plan = Effect.fn("plan")(function* (config: string, { overrides, journal }: PlanOptions = {}) {
  const { spec, study, artifacts, provider } = yield* check(config, overrides, { blind: false });
  const { endpoint } = provider;
  const kept = journal === undefined ? null : yield* keptJournal(journal);
  const foreseen = yield* countForeseen(foreseenQuestions(spec.pipeline, spec.stageOptions, artifacts), {
    sampling: study.request,
    endpoint: endpoint?.identity ?? kept?.endpoint ?? "",
    isAnswered: (key) => kept?.reader.answered(key) === true,
  });
  const answers = kept?.reader.spent.answers ?? new Map<string, AnswerSums>();
  const { prices, retry } = spec.config;
  const models = [...foreseen].map(([model, counts]) =>
    modelPlan(model, counts, { prices, retries: retry.max, sums: answers.get(model) }),
  );
  const concurrency = endpoint?.concurrency ?? concurrencyOf(spec);
  const busyMs = models.reduce((sum, { model, toAsk }) => sum + toAsk * meanMs(answers.get(model)), 0);
  const isMeasured = models.every(({ model, toAsk }) => toAsk === 0 || answers.has(model));
  return {
    referenceModel: study.referenceModel,
    models,
    total: totalOf(models),
    floor: { seconds: busyMs / 1000 / concurrency, concurrency, isMeasured: isMeasured && kept !== null },
    power: powerOf(study.models, artifacts),
  } satisfies Plan;
}, Effect.scoped);

function powerOf(models: ReadonlyArray<string>, artifacts: Artifacts): RunPower | null {
  const { evalSet, corpora, cutoffs }: Partial<Values<typeof EvalSet | typeof Corpora | typeof Cutoffs>> =
    artifacts;
  if (evalSet === undefined || corpora === undefined || cutoffs === undefined) return null;
  return runPower({ models, evalSet, corpora, cutoffs });
}

interface Kept {
  readonly reader: JournalReader;
  readonly endpoint: string;
}

const keptJournal = Effect.fnUntraced(function* (directory: string) {
  const path = yield* Path.Path;
  const record = yield* readRecord(directory);
  if (record === null) {
    const says = `Cannot plan with "${directory}": there is no run in it`;
    return yield* new ConfigError({ issues: [new Issue({ at: "", says })] });
  }
  const reader = yield* readJournal(path.join(directory, JOURNAL));
  return { reader, endpoint: record.provider.identity } satisfies Kept;
});

interface ModelPlanOptions {
  readonly prices: Prices;
  readonly retries: number;
  readonly sums: AnswerSums | undefined;
}

function modelPlan(model: string, counts: Foreseen, { prices, retries, sums }: ModelPlanOptions): ModelPlan {
  const { requests, answered, tokensOut } = counts;
  const toAsk = requests - answered;
  const tokensIn = sums === undefined ? counts.tokensIn : Math.round((toAsk * sums.input) / sums.count);
  return {
    model,
    requests,
    answered,
    toAsk,
    worstCase: toAsk * (1 + retries),
    tokensIn,
    tokensOut,
    likelyTokensOut: sums === undefined ? null : Math.round((toAsk * sums.output) / sums.count),
    cost: Object.hasOwn(prices, model) ? costOf(prices, model, { input: tokensIn, output: tokensOut }) : null,
  };
}

function totalOf(models: ReadonlyArray<ModelPlan>): Plan["total"] {
  const sum = (value: (model: ModelPlan) => number) =>
    models.reduce((total, model) => total + value(model), 0);
  const sumOrNull = (value: (model: ModelPlan) => number | null) =>
    models.every((model) => value(model) !== null) ? sum((model) => value(model) ?? 0) : null;
  return {
    requests: sum(({ requests }) => requests),
    answered: sum(({ answered }) => answered),
    toAsk: sum(({ toAsk }) => toAsk),
    worstCase: sum(({ worstCase }) => worstCase),
    tokensIn: sum(({ tokensIn }) => tokensIn),
    tokensOut: sum(({ tokensOut }) => tokensOut),
    likelyTokensOut: sumOrNull(({ likelyTokensOut }) => likelyTokensOut),
    cost: sumOrNull(({ cost }) => cost),
  };
}

function meanMs(sums: AnswerSums | undefined): number {
  return sums === undefined ? ASSUMED_MS : sums.ms / sums.count;
}

/** What a provider that could not be made would take at once, as providers word it. */
function concurrencyOf({ provider: { options } }: RunSpec): number {
  const isNumbered = typeof options === "object" && options !== null && "concurrency" in options;
  return isNumbered && typeof options.concurrency === "number" ? options.concurrency : 1;
}
