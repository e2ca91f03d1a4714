import { Clock, Effect, Exit, Fiber } from "effect";
import type { Completion, PluginEnv } from "../../plugins/contract/mod.ts";
import { unmeasurable, wrongLogprobs } from "./_answer_flaws.ts";
import { broughtPlugin, commonChecks, configured, type PluginSource } from "./_brought.ts";
import { firstDifference, portrait } from "./_portrait.ts";
import { answerOf, breach, type Given, inCase, type Lab, labOf, trying } from "./_provider_asking.ts";
import { failsTyped, tellsNoKey } from "./_provider_failures.ts";
import { makeProvider } from "./_provider_lab.ts";
import { Breach, type Check } from "./check.ts";

/** What a provider is tried with. */
export interface ProviderSample extends Given {
  /** As a config writes them under `with:`; none without it. */
  readonly options?: unknown;
}

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
