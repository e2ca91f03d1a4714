import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Asked, completionBody } from "./language.ts";

export { truth } from "./language.ts";

/** What a fault does in place of an answer. */
export type Misdeed =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  /** Never answers; drops the connection; sends half of a body and no more; or leaves out the log-probabilities. */
  | "hang"
  | "reset"
  | "stall"
  | "no-logprobs"
  /** Answers, but otherwise; told how often the model and prompt were asked before. */
  | ((completion: Completion, before: number) => Completion);

/** A chat completion, as JSON has it. */
export interface Completion {
  readonly model: string;
  readonly choices: readonly [Choice];
  readonly [name: string]: unknown;
}

export interface Choice {
  readonly message: { readonly content: string | null; readonly [name: string]: unknown };
  readonly logprobs: { readonly content: ReadonlyArray<Entry> } | null;
  readonly finish_reason: string;
  readonly [name: string]: unknown;
}

export interface Entry {
  readonly token: string;
  readonly logprob: number;
  readonly top_logprobs: ReadonlyArray<{ readonly token: string; readonly logprob: number }>;
}

/** Which requests meet a misdeed: all, or those that every named condition picks. */
export interface Fault {
  readonly model?: string;
  /** Every n-th request at the server. */
  readonly every?: number;
  /** Only the first n requests with the same model and prompt. */
  readonly first?: number;
  /** Only requests whose body is like this. */
  readonly when?: (body: Readonly<Record<string, unknown>>) => boolean;
  readonly does: Misdeed;
}

export interface MockOptions {
  readonly latencyMs?: number;
  /** Sent with every answer. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The first that applies counts. */
  readonly faults?: ReadonlyArray<Fault>;
  /** Answers to take from and to keep, by model and prompt: making them costs what a benchmark would measure. */
  readonly kept?: Map<string, Buffer>;
}

/** A request as it arrived. */
export interface Arrival {
  readonly model: string;
  readonly prompt: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: Readonly<Record<string, unknown>>;
  readonly fault: Fault | null;
}

/** An OpenAI-compatible endpoint on a loopback port of its own. */
export interface Mock {
  /** Up to and with `/v1`. */
  readonly url: string;
  /** In the order of arrival. */
  readonly arrivals: ReadonlyArray<Arrival>;
  /** The most connections open, and requests unanswered, at any time. */
  readonly most: { connections: number; inFlight: number };
  /**
   * How long it was asked, in milliseconds: from the first request to the last answer, but for the times in which it had
   * none to answer for longer than `BREAK_MS`.
   */
  readonly askedMs: () => number;
  /** Requests whose connection the client closed before there was an answer. */
  readonly abandoned: () => number;
  readonly close: () => Promise<void>;
}

/** A client that sends nothing for so long is at other work; one that only reads what it was sent is not. */
const BREAK_MS = 100;

export async function startMock(options: MockOptions = {}): Promise<Mock> {
  const { latencyMs = 0, faults = [], headers = {}, kept = null } = options;
  const arrivals: Array<Arrival> = [];
  const most = { connections: 0, inFlight: 0 };
  const now = { connections: 0, inFlight: 0, abandoned: 0, since: 0, until: 0, askedMs: 0 };
  const seen = new Map<string, number>();

  const server = createServer(async (request, response) => {
    const body: Record<string, unknown> = JSON.parse(await textOf(request));
    const asked = readAsked(body);
    const key = `${asked.model}\n${asked.prompt}`;
    const nth = (seen.get(key) ?? 0) + 1;
    seen.set(key, nth);
    const arrival = { model: asked.model, body, nth: arrivals.length + 1 };
    const fault = faults.find((fault) => applies(fault, arrival, nth)) ?? null;
    arrivals.push({ ...asked, at: Date.now(), headers: request.headers, body, fault });
    if (now.inFlight === 0 && performance.now() - now.until > BREAK_MS) {
      now.askedMs += now.until - now.since;
      now.since = performance.now();
    }
    most.inFlight = Math.max(most.inFlight, ++now.inFlight);
    response.on("close", () => {
      now.inFlight--;
      now.until = performance.now();
      if (!response.writableFinished) now.abandoned++;
    });
    setTimeout(() => answer(response, asked, { fault, headers, nth, kept }), latencyMs);
  });
  // A connection that idles is not closed by either side, so that what is counted is what the client chose to open.
  server.keepAliveTimeout = 65_000;
  server.on("connection", (socket) => {
    most.connections = Math.max(most.connections, ++now.connections);
    socket.on("close", () => now.connections--);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    arrivals,
    most,
    askedMs: () => now.askedMs + now.until - now.since,
    abandoned: () => now.abandoned,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function applies(
  { model, every, first, when }: Fault,
  arrival: Pick<Arrival, "model" | "body"> & { readonly nth: number },
  nth: number,
): boolean {
  return (
    (model === undefined || model === arrival.model) &&
    (every === undefined || arrival.nth % every === 0) &&
    (first === undefined || nth <= first) &&
    (when === undefined || when(arrival.body))
  );
}

interface Manner {
  readonly fault: Fault | null;
  readonly headers: Readonly<Record<string, string>>;
  /** How often the model and prompt have been asked. */
  readonly nth: number;
  readonly kept: Map<string, Buffer> | null;
}

function answer(response: ServerResponse, asked: Asked, { fault, headers, nth, kept }: Manner): void {
  const does = fault?.does;
  const json = { "content-type": "application/json" };
  if (does === "hang") return;
  if (does === "reset") return void response.destroy();
  if (typeof does === "object") {
    response.writeHead(does.status, { ...json, ...does.headers }).end(does.body ?? "");
    return;
  }
  const key = `${asked.model}\n${asked.prompt}`;
  const same = does === undefined ? kept?.get(key) : undefined;
  if (same !== undefined)
    return void response.writeHead(200, { ...json, "content-length": same.length }).end(same);
  const told = completionBody(asked, does !== "no-logprobs");
  if (does === undefined) kept?.set(key, Buffer.from(told));
  const body = typeof does === "function" ? JSON.stringify(does(JSON.parse(told), nth - 1)) : told;
  response.writeHead(200, { ...json, ...headers, "content-length": Buffer.byteLength(body) });
  if (does === "stall") response.write(body.slice(0, body.length / 2));
  else response.end(body);
}

function readAsked(body: Readonly<Record<string, unknown>>): Asked {
  const { model, messages, max_tokens, max_completion_tokens, top_logprobs } = body;
  const [message]: ReadonlyArray<{ readonly content?: unknown }> = Array.isArray(messages) ? messages : [];
  return {
    model: String(model),
    prompt: String(message?.content),
    maxTokens: Number(max_tokens ?? max_completion_tokens),
    topLogprobs: Number(top_logprobs),
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Array<Buffer> = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}
