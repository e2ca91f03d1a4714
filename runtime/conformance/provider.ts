import { Clock, Duration, Effect, Either, Exit, Fiber } from "effect";
import type { Completion, CompletionRequest, PluginEnv } from "../../plugins/contract/mod.ts";
import { completionFlaw, told } from "../plugins/mod.ts";
import { unmeasurable, wrongLogprobs } from "./_answer_flaws.ts";
import { broughtPlugin, commonChecks, configured, type PluginSource } from "./_brought.ts";
import { untyped } from "./_error_flaws.ts";
import { firstDifference, portrait } from "./_portrait.ts";
import { type Made, type Making, makeProvider, type Surroundings } from "./_provider_lab.ts";
import { Breach, type Check } from "./check.ts";

/** What a provider is tried with. */
export interface ProviderSample extends Surroundings {
  /** As a config writes them under `with:`; none without it. */
  readonly options?: unknown;
  /** A model that it answers for. */
  readonly model: string;
  /** What the model is asked; a question on a market without it. */
  readonly prompt?: string;
  /** Requests that it cannot answer, such as one for a model that there is not; what they leave out is as above. */
  readonly failing?: ReadonlyArray<Partial<CompletionRequest>>;
  /** How long an attempt may take, in milliseconds; 30,000 without it. */
  readonly patienceMs?: number;
}

const PROMPT =
  "A broad equity index rose for three sessions. Where does it close next session?\nDirection: [1/-1/0]\nConfidence: [0.0-1.0]";

type Verify = Effect.Effect<void, Breach, PluginEnv>;

/** What the contract promises of a provider; run them all, in any order. They ask it about a dozen times. */
export function providerChecks(
  source: PluginSource<"provider">,
  { options = {}, ...given }: ProviderSample,
): ReadonlyArray<Check> {
  const bring = broughtPlugin("provider", source);
  const check = (name: string, verify: (lab: Lab) => Verify): Check => {
    const verified = Effect.flatMap(configured(bring, options), (making) => verify(labOf(making, given)));
    // A test's own clock may stand still.
    return { name, verify: Effect.withClock(verified, Clock.make()) };
  };
  return [
    ...commonChecks("provider", bring, options),
    check("says what answers, how many at once and what is known", ({ make }) => Effect.asVoid(make)),
    check("has one identity, whatever its key is", hasOneIdentity),
    check("answers a question", (lab) => Effect.asVoid(answered(lab))),
    check("gives natural logarithms", (lab) => onAnswer(lab, wrongLogprobs)),
    check("gives the tokens that spell its text", (lab) =>
      onAnswer(lab, (answer) => unmeasurable(answer, lab.request)),
    ),
    check("gives the same answer again where it says that it is deterministic", isSteady),
    check("fails with errors that say whether to try again", failsTyped),
    check("tells no key to anyone", tellsNoKey),
    check("stops when it is interrupted, and answers again", stops),
  ];
}

type Given = Omit<ProviderSample, "options">;

/** A provider that can be made, and how it is asked. */
interface Lab {
  readonly making: Making;
  readonly given: Given;
  readonly make: Effect.Effect<Made, Breach, PluginEnv>;
  readonly request: CompletionRequest;
  readonly patienceMs: number;
}

function labOf(making: Making, given: Given): Lab {
  const { model, prompt = PROMPT, patienceMs = 30_000 } = given;
  const request = { model, prompt, draw: 0, temperature: 0, maxTokens: 64, topLogprobs: 5 };
  return { making, given, make: makeProvider(making, given), request, patienceMs };
}

function breach({ making }: Lab, says: string): Breach {
  return new Breach({ message: `${making.called} ${says}` });
}

function inCase(lab: Lab, flaw: string | null): Effect.Effect<void, Breach> {
  return flaw === null ? Effect.void : breach(lab, flaw);
}

/** What comes of one attempt: what it throws is a breach, what it fails with is not. */
function trying(lab: Lab, { complete }: Made, request: CompletionRequest) {
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

function attempt(lab: Lab, made: Made, request: CompletionRequest) {
  return Effect.timeoutFail(Effect.disconnect(trying(lab, made, request)), {
    duration: lab.patienceMs,
    onTimeout: () => breach(lab, `gives no answer within ${Duration.format(lab.patienceMs)}`),
  });
}

const answerOf = Effect.fnUntraced(function* (lab: Lab, made: Made) {
  const outcome = yield* attempt(lab, made, lab.request);
  if (Either.isLeft(outcome)) {
    return yield* breach(lab, `does not answer for "${lab.request.model}": ${told(outcome.left)}`);
  }
  const flaw = completionFlaw(outcome.right);
  if (flaw !== null) return yield* breach(lab, `gives what is no answer: ${flaw}`);
  return outcome.right;
});

const answered = (lab: Lab) => Effect.flatMap(lab.make, (made) => answerOf(lab, made));

function onAnswer(lab: Lab, flawOf: (answer: Completion) => string | null): Verify {
  return Effect.flatMap(answered(lab), (answer) => inCase(lab, flawOf(answer)));
}

const hasOneIdentity = Effect.fnUntraced(function* (lab: Lab) {
  const first = yield* lab.make;
  const again = yield* lab.make;
  if (first.identity !== again.identity) {
    return yield* breach(
      lab,
      `calls itself "${first.identity}" and then "${again.identity}"; an identity is made of the options alone, or no answer is ever found again`,
    );
  }
  const { secrets = {} } = lab.given;
  const others = Object.fromEntries(Object.keys(secrets).map((name) => [name, "another-key-0123456789"]));
  const other = yield* makeProvider(lab.making, { ...lab.given, secrets: others });
  if (other.identity !== first.identity) {
    return yield* breach(lab, "has another identity with another key; a key is no part of what answers");
  }
});

/** Two providers of the same options, asked one after the other and at once. */
const isSteady = Effect.fnUntraced(function* (lab: Lab) {
  const made = yield* lab.make;
  const asked = yield* answerOf(lab, made);
  if (!made.deterministic) return;
  const once = kept(asked);
  const others = [
    yield* answerOf(lab, made),
    yield* answerOf(lab, yield* lab.make),
    ...(yield* Effect.all([answerOf(lab, made), answerOf(lab, made)], { concurrency: 2 })),
  ];
  const different = others.map((other) => firstDifference(once, kept(other))).find((at) => at !== null);
  yield* inCase(
    lab,
    different === undefined
      ? null
      : `says that it is deterministic and answers the same request otherwise another time (${different}); say deterministic: false, or answer by the request alone`,
  );
});

/** What an endpoint announces of its limits may change. */
function kept({ announced, ...answer }: Completion) {
  return portrait(answer);
}

const UNKNOWN_MODEL = "recall-guard/there-is-no-such-model";

/** What comes of requests that cannot be answered. */
const failures = Effect.fnUntraced(function* (lab: Lab) {
  const made = yield* lab.make;
  const { failing = [] } = lab.given;
  const requests = [{ model: UNKNOWN_MODEL }, ...failing].map((part) => ({ ...lab.request, ...part }));
  const outcomes = yield* Effect.forEach(requests, (request) => attempt(lab, made, request));
  const errors = outcomes.flatMap((outcome) => (Either.isLeft(outcome) ? [outcome.left] : []));
  return { made, isUnknownAnswered: outcomes[0]?._tag === "Right", outcomes: outcomes.slice(1), errors };
});

const failsTyped = Effect.fnUntraced(function* (lab: Lab) {
  const { made, isUnknownAnswered, outcomes, errors } = yield* failures(lab);
  if (isUnknownAnswered && made.models !== undefined) {
    return yield* breach(
      lab,
      "lists its models and answers for one that is not among them; refuse it, or leave models out",
    );
  }
  const at = outcomes.findIndex(Either.isRight);
  if (at >= 0) {
    return yield* breach(lab, `answers the request ${at + 1} of the sample's failing, which was to fail`);
  }
  yield* inCase(lab, errors.map(untyped).find((flaw) => flaw !== null) ?? null);
});

const tellsNoKey = Effect.fnUntraced(function* (lab: Lab) {
  const { made, errors } = yield* failures(lab);
  const { complete, ...said } = made;
  const told = [
    said,
    yield* answerOf(lab, made),
    ...errors.map((error) => ({ ...error, text: String(error) })),
  ];
  const texts = told.flatMap((value) => [...portrait(value)]);
  const keys = Object.entries(lab.given.secrets ?? {}).filter(([, key]) => key !== "");
  for (const [name, key] of keys) {
    const found = texts.find(([at, text]) => at.includes(key) || text.includes(key));
    if (found === undefined) continue;
    return yield* breach(
      lab,
      `tells the key in ${name} (${found[0].replace(/^\./, "")}); a key goes to the endpoint only`,
    );
  }
});

/** As many attempts as it takes at once are ended as they have begun; one that holds a place would keep it. */
const stops = Effect.fnUntraced(function* (lab: Lab) {
  const made = yield* lab.make;
  const begun = Array.from({ length: made.concurrency }, () => trying(lab, made, lab.request));
  const fiber = yield* Effect.fork(Effect.all(begun, { concurrency: "unbounded" }));
  yield* Effect.sleep(BEGUN_MS);
  const interrupted = Effect.flatMap(Fiber.interruptFork(fiber), () => Fiber.await(fiber));
  const ended = yield* Effect.timeoutOption(interrupted, lab.patienceMs);
  if (ended._tag === "None") {
    return yield* breach(
      lab,
      "goes on when it is interrupted; pass the abort signal of Effect.tryPromise on",
    );
  }
  if (Exit.isFailure(ended.value) && ended.value.cause._tag === "Fail") return yield* ended.value.cause.error;
  yield* Effect.mapError(
    answerOf(lab, made),
    ({ message }) => new Breach({ message: `${message}, once attempts before it were interrupted` }),
  );
});

/** By then an attempt is under way, whatever it waits for. */
const BEGUN_MS = 5;
