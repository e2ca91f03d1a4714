import type {
  Answer,
  FailReason,
  ProviderError,
  Reported,
  SamplingParameters,
} from "../../plugins/contract/mod.ts";

/** One attempt, as the provider saw it. */
export interface Attempt {
  readonly ms: number;
  /** Null where it was answered. */
  readonly error: ProviderError | null;
  /** What the endpoint announced of its limits. */
  readonly announced: Readonly<Record<string, string>>;
}

/** What came of one call: `call` asks for a direction, `open` for words that could be others. */
export interface Call {
  readonly probe: "call" | "open";
  readonly outcome:
    | { readonly _tag: "Answered"; readonly answer: Answer }
    | { readonly _tag: "Failed"; readonly reason: FailReason; readonly detail: string };
}

/** An answered call. */
export interface Reply {
  readonly probe: Call["probe"];
  readonly answer: Answer;
}

/** All that was seen of one model. */
export interface Observed {
  readonly model: string;
  readonly sampling: SamplingParameters;
  readonly calls: ReadonlyArray<Call>;
  readonly attempts: ReadonlyArray<Attempt>;
  /** What ended all asking, or null. */
  readonly ended: string | null;
}

export function repliesOf({ calls }: Observed): ReadonlyArray<Reply> {
  return calls.flatMap(({ probe, outcome }) =>
    outcome._tag === "Answered" ? [{ probe, answer: outcome.answer }] : [],
  );
}

/** What the endpoint said of its answers, answer by answer. */
export function reportsOf(observed: Observed): ReadonlyArray<Reported> {
  return repliesOf(observed).map(({ answer }) => answer.reported);
}

/** The parameter of the requests that the endpoint wanted otherwise, as it was sent then. */
export function concessionOf(observed: Observed, parameter: string): string | number | null | undefined {
  const all = repliesOf(observed).flatMap(({ answer }) => answer.concessions ?? []);
  return all.find((concession) => concession.parameter === parameter)?.instead;
}
