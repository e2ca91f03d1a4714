import { type Context, Effect } from "effect";
import {
  type Calibrator,
  type Completion,
  type CompletionRequest,
  type ControlBaseline,
  CredentialError,
  calibratorPins,
  type Features,
  type Provider,
  ProviderError,
} from "../../../plugins/contract/mod.ts";
import { makeTerms, memoryStore } from "../../../runtime/answers/mod.ts";
import type { AnswerParser } from "../../../runtime/mod.ts";
import type { Desk } from "../../../runtime/scorer/desk.ts";
import { type MemoryGuardedScorer, makeScorer } from "../../../runtime/scorer/scorer.ts";
import { askingOf } from "../../../runtime/scorer/settings.ts";
import { readAnswer } from "../../../stages/answer/mod.ts";

/** What a golden case has a model reply: a text with its logprobs, or how it fails. */
export interface Reply {
  readonly content?: string;
  readonly logprobs?: ReadonlyArray<readonly [number, ReadonlyArray<number>]>;
  readonly error?: string;
  readonly status?: number;
  readonly message?: string;
}

type ProviderService = Context.Tag.Service<Provider>;

export const MODEL = "m";
export const REFERENCE = "ref";

/** A provider whose i-th call to a model meets that model's i-th reply, and what was asked of it. */
export function scripted(replies: Readonly<Record<string, ReadonlyArray<Reply>>>) {
  const asked: Array<CompletionRequest> = [];
  const provider: ProviderService = {
    identity: "scripted",
    deterministic: false,
    concurrency: 64,
    known: {},
    complete: (request) =>
      Effect.suspend(() => {
        const own = replies[request.model] ?? [];
        const nth = asked.filter(({ model }) => model === request.model).length;
        asked.push(request);
        return answer(own[nth % own.length] ?? {});
      }),
  };
  return { provider, asked };
}

function answer(reply: Reply): ReturnType<ProviderService["complete"]> {
  const { content, error, status, message = "" } = reply;
  if (error === undefined) return Effect.succeed(completion(content ?? "", reply.logprobs));
  if (status === 401 || message === "Unauthorized") return new CredentialError({ message: "HTTP 401" });
  return new ProviderError({
    reason: error === "timeout" ? "timeout" : status === 403 ? "forbidden" : "transport",
    message: message === "" ? `${error} ${status ?? ""}` : message,
    retryable: false,
    retryAfterMs: null,
    refusedParameter: message.includes("logprobs") ? "top_logprobs" : null,
  });
}

/** The text cut into as many pieces as there are logprobs; a text with fewer characters is filled up. */
export function completion(given: string, logprobs: Reply["logprobs"] = [[-0.1, [-0.1, -2.5]]]): Completion {
  const text = given.padEnd(logprobs.length, ".");
  const units = [...text];
  const at = (i: number) => Math.floor((i * units.length) / logprobs.length);
  return {
    text,
    finishReason: "stop",
    tokens: logprobs.map(([logprob, top], i) => {
      const token = units.slice(at(i), at(i + 1)).join("");
      return {
        token,
        logprob,
        top: top.map((logprob, j) => ({ token: j === 0 ? token : `${token}~${j}`, logprob })),
      };
    }),
    usage: null,
    reported: { model: null, temperature: null, fingerprint: null },
  };
}

/** What a golden case scores with. */
export interface GoldenScoring {
  readonly baseline: { readonly feature_means: Features; readonly feature_stds: Features };
  readonly calibrator: {
    readonly coef: ReadonlyArray<number>;
    readonly intercept: number;
    readonly order: ReadonlyArray<keyof Features>;
  };
}

interface ScoringWay {
  readonly provider: ProviderService;
  readonly hasReference: boolean;
  readonly parser?: AnswerParser | null;
}

/** A scorer that a golden case describes; it does not retry. */
export function scorerOf(
  { baseline, calibrator }: GoldenScoring,
  { provider, hasReference, parser = readAnswer }: ScoringWay,
): MemoryGuardedScorer {
  const asking = askingOf({
    ...{ seed: 0, concurrency: 64, timeoutS: 45, minCallIntervalS: 0, maxRetries: 0, backoffS: 0 },
    ...{ maxWaitS: 0, temperature: 0, maxTokens: 512, topLogprobs: 20 },
  });
  const warn = () => Effect.void;
  const terms = Effect.runSync(makeTerms(warn));
  const desk: Desk = { provider, asking, store: memoryStore, keeps: false, warn, terms };
  const referenceModel = hasReference ? REFERENCE : null;
  return makeScorer({
    model: MODEL,
    pins: calibratorPins(provider.identity, { sampling: asking.sampling, referenceModel }),
    baseline: baselineOf(baseline),
    calibrator: calibratorOf(calibrator),
    verdict: null,
    parser,
    cutoff: null,
    desk,
  });
}

function baselineOf({ feature_means, feature_stds }: GoldenScoring["baseline"]): ControlBaseline {
  return { mean: feature_means, std: feature_stds, nValid: 50, minValid: 50, isCalibrated: true };
}

function calibratorOf({ coef, intercept, order }: GoldenScoring["calibrator"]): Calibrator {
  return {
    fit: { features: order, coefficients: coef, intercept },
    withoutReference: null,
    validation: { kind: "holdout", share: 0.25, nTrain: 150, nHeldOut: 50, auc: 0.9 },
    minAuc: 0.6,
    isWeak: false,
  };
}
