import type { IncomingHttpHeaders } from "node:http";
import type { Dispatcher } from "undici";
import { ENCODINGS, readBody } from "./_body.ts";
import type { ChatRequest } from "./_chat_request.ts";
import { MOST_MOVES, movedWithin } from "./_moved.ts";
import type { Reply } from "./_reply.ts";

/** Where to send. */
export interface Endpoint {
  /** The address that requests are sent to, whole. */
  readonly url: string;
  /** Null for a server that wants none. */
  readonly key: string | null;
  readonly dispatcher: Dispatcher;
}

/** Sends one request; rejects where no whole reply came back, with what the network said. */
export type Send = (request: ChatRequest, signal: AbortSignal) => Promise<Reply>;

/** The longest timer, in milliseconds: the caller bounds an attempt by its signal. */
const NO_TIMEOUT = 2 ** 31 - 1;

/** Headers that go out; the SDK would add what it finds in the environment. */
const SENT_HEADERS = ["accept", "content-type", "user-agent"];

/** Opens the official SDK over these connections. */
export async function openClient({ url, key, dispatcher }: Endpoint): Promise<Send> {
  const [{ default: OpenAI }, { request }] = await Promise.all([import("openai"), import("undici")]);
  const names = key === null ? SENT_HEADERS : [...SENT_HEADERS, "authorization"];
  // At a quarter of what `fetch` costs, which an answer is short enough to feel.
  const pooled: typeof globalThis.fetch = async (_, init) => {
    const all = new Headers(init?.headers);
    const own = names.map((name) => [name, all.get(name) ?? ""] as const);
    const headers = { ...Object.fromEntries(own), "accept-encoding": ENCODINGS };
    const sent = {
      method: "POST",
      headers,
      body: String(init?.body),
      signal: init?.signal ?? null,
      dispatcher,
    } as const;
    const reply = async (at: string, moves: number): Promise<Reply> => {
      const response = await request(at, sent);
      const received = inText(response.headers);
      const next = moves === 0 ? null : movedWithin(at, response.statusCode, received["location"]);
      if (next === null) {
        const body = await readBody(response.body, received["content-encoding"]);
        return { status: response.statusCode, headers: received, body };
      }
      await response.body.dump();
      return reply(next, moves - 1);
    };
    return new CarriedReply(await reply(url, MOST_MOVES).catch(carryFault));
  };
  const sdk = new OpenAI({
    baseURL: url,
    apiKey: key ?? "none",
    maxRetries: 0,
    timeout: NO_TIMEOUT,
    logLevel: "off",
    fetch: pooled,
  });
  return async (request, signal) => {
    const response = await sdk.chat.completions
      .create(request, { signal })
      .asResponse()
      .catch((error: unknown) => {
        const cause = error instanceof Error ? error.cause : undefined;
        throw cause instanceof CarriedFault ? cause.fault : error;
      });
    if (response instanceof CarriedReply) return response.reply;
    throw new Error("no reply was carried");
  };
}

/** Takes a reply of any status through the SDK, which would lose bodies without an `error` and what was no JSON. */
class CarriedReply extends Response {
  readonly reply: Reply;
  constructor(reply: Reply) {
    super(null);
    this.reply = reply;
  }
}

/** Takes a fault through the SDK, which would lose the causes of what looks like a timeout to it. */
class CarriedFault extends Error {
  readonly fault: unknown;
  constructor(fault: unknown) {
    super("carried");
    this.fault = fault;
  }
}

function carryFault(fault: unknown): never {
  throw new CarriedFault(fault);
}

/** Headers with one text each, by names in lower case. */
function inText(headers: IncomingHttpHeaders): Record<string, string> {
  const all = Object.entries(headers).map(([name, value = ""]) => [name, [value].flat().join(", ")]);
  return Object.fromEntries(all);
}
