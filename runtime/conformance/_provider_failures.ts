import { Effect, Either } from "effect";
import { untyped } from "./_error_flaws.ts";
import { portrait } from "./_portrait.ts";
import { answerOf, attempt, breach, inCase, type Lab } from "./_provider_asking.ts";

/** No provider has a model of this name. */
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

export const failsTyped = Effect.fnUntraced(function* (lab: Lab) {
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

export const tellsNoKey = Effect.fnUntraced(function* (lab: Lab) {
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
