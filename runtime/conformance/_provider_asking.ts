import { Duration, Effect, Either } from "effect";
import type { CompletionRequest, PluginEnv } from "../../plugins/contract/mod.ts";
import { completionFlaw, told } from "../plugins/mod.ts";
import { type Made, type Making, makeProvider, type Surroundings } from "./_provider_lab.ts";
import { Breach } from "./check.ts";

/** How a provider is asked. */
export interface Given extends Surroundings {
  /** A model that it answers for. */
  readonly model: string;
  /** What the model is asked; a question on a market without it. */
  readonly prompt?: string;
  /** Requests that it cannot answer, such as one for a model that there is not; what they leave out is as above. */
  readonly failing?: ReadonlyArray<Partial<CompletionRequest>>;
  /** How long an attempt may take, in milliseconds; 30,000 without it. */
  readonly patienceMs?: number;
}

/** What a model is asked that is asked nothing else. */
const PROMPT =
  "A broad equity index rose for three sessions. Where does it close next session?\nDirection: [1/-1/0]\nConfidence: [0.0-1.0]";

/** A provider that can be made, and how it is asked. */
export interface Lab {
  readonly making: Making;
  readonly given: Given;
  readonly make: Effect.Effect<Made, Breach, PluginEnv>;
  readonly request: CompletionRequest;
  readonly patienceMs: number;
}

export function labOf(making: Making, given: Given): Lab {
  const { model, prompt = PROMPT, patienceMs = 30_000 } = given;
  const request = { model, prompt, draw: 0, temperature: 0, maxTokens: 64, topLogprobs: 5 };
  return { making, given, make: makeProvider(making, given), request, patienceMs };
}

export function breach({ making }: Lab, says: string): Breach {
  return new Breach({ message: `${making.called} ${says}` });
}

export function inCase(lab: Lab, flaw: string | null): Effect.Effect<void, Breach> {
  return flaw === null ? Effect.void : breach(lab, flaw);
}

/** What comes of one attempt: what it throws is a breach, what it fails with is not. */
export function trying(lab: Lab, { complete }: Made, request: CompletionRequest) {
  return Effect.suspend(() => {
    const answer: ReturnType<Made["complete"]> = complete(Object.freeze({ ...request }));
    return Effect.isEffect(answer) ? answer : Effect.die("complete gave no Effect");
  }).pipe(
    Effect.either,
    Effect.catchAllDefect((defect) =>
      breach(lab, `crashes: ${told(defect)}; what goes wrong with an attempt is a ProviderError`),
    ),
  );
}

export function attempt(lab: Lab, made: Made, request: CompletionRequest) {
  return Effect.timeoutFail(Effect.disconnect(trying(lab, made, request)), {
    duration: lab.patienceMs,
    onTimeout: () => breach(lab, `gives no answer within ${Duration.format(lab.patienceMs)}`),
  });
}

export const answerOf = Effect.fnUntraced(function* (lab: Lab, made: Made) {
  const outcome = yield* attempt(lab, made, lab.request);
  if (Either.isLeft(outcome)) {
    return yield* breach(lab, `does not answer for "${lab.request.model}": ${told(outcome.left)}`);
  }
  const flaw = completionFlaw(outcome.right);
  if (flaw !== null) return yield* breach(lab, `gives what is no answer: ${flaw}`);
  return outcome.right;
});
