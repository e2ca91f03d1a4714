/** What a scripted server sends back. */
export interface ScriptReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly body_base64?: string;
}

type Bound = { readonly [Name in "gt" | "gte" | "lt" | "lte"]?: number };

/** Which requests a rule is for. */
export type When =
  | "always"
  | "otherwise"
  | {
      /** The k-th request at the server, or a range of them with both ends. */
      readonly call?: number | readonly [number, number];
      /** A key at the top of the body. */
      readonly body_has?: string;
      readonly body_eq?: Readonly<Record<string, unknown>>;
      readonly body_has_text?: string;
      readonly "body.top_logprobs"?: Bound;
    };

/** The first rule that fits a request decides what comes of it. */
export interface Rule {
  readonly when: When;
  readonly reply?: ScriptReply;
  /** What is done with the reply, or in its place. */
  readonly behaviour?: string;
}

/** A request as it arrived. */
export interface Arrived {
  /** From 1. */
  readonly nth: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly url: string;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly authorization: string | undefined;
}

export function fits({ when }: Rule, { nth, body, text }: Arrived): boolean {
  if (typeof when === "string") return true;
  const { call, body_has, body_eq, body_has_text } = when;
  const [first, last] = typeof call === "number" ? [call, call] : (call ?? [1, Number.POSITIVE_INFINITY]);
  return (
    nth >= first &&
    nth <= last &&
    (body_has === undefined || Object.hasOwn(body, body_has)) &&
    (body_has_text === undefined || text.includes(body_has_text)) &&
    Object.entries(body_eq ?? {}).every(([key, value]) => [value].flat().includes(body[key])) &&
    holds(when["body.top_logprobs"] ?? {}, Number(body["top_logprobs"]))
  );
}

function holds({ gt, gte, lt, lte }: Bound, value: number): boolean {
  return !(
    (gt !== undefined && !(value > gt)) ||
    (gte !== undefined && !(value >= gte)) ||
    (lt !== undefined && !(value < lt)) ||
    (lte !== undefined && !(value <= lte))
  );
}
