import { Effect } from "effect";
import type { AskError, Concession, ProviderError } from "../../plugins/contract/mod.ts";
import type { PutOff } from "./throttle.ts";

type Concessions = ReadonlyArray<Concession>;
type Attempt<A> = Effect.Effect<A, AskError | ProviderError | PutOff>;

/**
 * How each model is asked where its endpoint refuses a request as it stands. What it wants otherwise is found out once
 * and holds for all requests to the model; once an answer stands, nothing is changed any more, so that no two answers
 * of a model were asked differently.
 */
export interface Terms {
  /** Sends by the model's terms, and again by new ones where the endpoint says how it would take the request. */
  readonly negotiated: <A>(model: string, send: (concessions: Concessions) => Attempt<A>) => Attempt<A>;
  /** Takes over the terms of an answer that stands already. */
  readonly settled: (model: string, concessions: Concessions) => Effect.Effect<void>;
}

/** While a model's first request is under way, its others wait: a refusal comes fast. In milliseconds. */
const FIRST_ALONE = 500;

/** Terms are changed at most so many times; an endpoint that refuses everything is not argued with. */
const MOST_CHANGES = 4;

interface ModelTerms {
  concessions: Concessions;
  changes: number;
  /** An answer stands. */
  isSettled: boolean;
  /** Whether the first request has come back, or taken its time. */
  isOpen: boolean;
  readonly opened: Effect.Latch;
  first: "none" | "under way";
}

/** @param warn Told of each change. */
export const makeTerms = Effect.fn("terms")(function* (warn: (text: string) => Effect.Effect<void>) {
  const models = new Map<string, ModelTerms>();
  const termsOf = (model: string): ModelTerms => {
    const known = models.get(model) ?? newTerms();
    models.set(model, known);
    return known;
  };

  const change = (model: string, terms: ModelTerms, error: ProviderError, concession: Concession) =>
    Effect.suspend(() => {
      terms.changes++;
      terms.concessions = [
        ...terms.concessions.filter(({ parameter }) => parameter !== concession.parameter),
        concession,
      ];
      return warn(sentence(model, concession, error));
    });

  const inTerms = <A>(
    model: string,
    terms: ModelTerms,
    send: (concessions: Concessions) => Attempt<A>,
  ): Attempt<A> =>
    Effect.suspend(() => {
      const sent = terms.concessions;
      const again = inTerms(model, terms, send);
      return Effect.matchEffect(send(sent), {
        onSuccess: (answer): Attempt<A> => {
          if (terms.concessions !== sent) return again;
          terms.isSettled = true;
          return Effect.succeed(answer);
        },
        onFailure: (error): Attempt<A> => {
          if (error._tag !== "ProviderError" || error.concession === null) return Effect.fail(error);
          if (terms.concessions !== sent) return again;
          if (terms.isSettled || terms.changes >= MOST_CHANGES) return Effect.fail(error);
          return Effect.zipRight(change(model, terms, error, error.concession), again);
        },
      });
    });

  const negotiated: Terms["negotiated"] = (model, send) =>
    Effect.suspend(() => {
      const terms = termsOf(model);
      if (terms.isOpen) return inTerms(model, terms, send);
      if (terms.first === "under way") return Effect.zipRight(terms.opened.await, negotiated(model, send));
      terms.first = "under way";
      return alone(terms, inTerms(model, terms, send));
    });

  const settled: Terms["settled"] = (model, concessions) =>
    Effect.suspend(() => {
      const terms = termsOf(model);
      if (!terms.isSettled && terms.changes === 0) {
        if (!areSame(terms.concessions, concessions)) terms.concessions = concessions;
        terms.isSettled = true;
      }
      return open(terms);
    });

  return { negotiated, settled } satisfies Terms;
});

/** What is under way by the same terms is not sent again. */
function areSame(a: Concessions, b: Concessions): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function newTerms(): ModelTerms {
  return {
    concessions: [],
    changes: 0,
    isSettled: false,
    isOpen: false,
    opened: Effect.unsafeMakeLatch(false),
    first: "none",
  };
}

/** Lets the others go once this one has come back; where it was not sent, the next one is the first. */
function alone<A>(terms: ModelTerms, first: Attempt<A>): Attempt<A> {
  const inTime = Effect.zipRight(Effect.sleep(FIRST_ALONE), open(terms));
  const passOn = Effect.suspend(() => {
    terms.first = "none";
    return terms.opened.release;
  });
  return Effect.scoped(
    Effect.zipRight(
      Effect.forkScoped(inTime),
      first.pipe(
        Effect.tap(() => open(terms)),
        Effect.tapErrorTag("ProviderError", () => open(terms)),
        Effect.ensuring(passOn),
      ),
    ),
  );
}

function open(terms: ModelTerms): Effect.Effect<void> {
  return Effect.suspend(() => {
    terms.isOpen = true;
    return Effect.asVoid(terms.opened.open);
  });
}

/** The warning that a change of terms is told by, as the gates know it. */
const WARNING: Readonly<Record<string, string>> = {
  temperature: "temperature-not-honoured",
  top_logprobs: "top-logprobs-capped",
};

function sentence(model: string, { parameter, instead }: Concession, { message }: ProviderError): string {
  const name = WARNING[parameter];
  const how =
    instead === null
      ? `without ${parameter}`
      : `with ${typeof instead === "number" ? `${parameter} ${instead}` : `${instead} for ${parameter}`}`;
  return `${name === undefined ? "" : `${name}: `}"${model}" is asked ${how}, as its endpoint wants it (${message})`;
}
