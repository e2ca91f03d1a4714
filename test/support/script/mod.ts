import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { type Arrived, fits, type Rule, type ScriptReply } from "./rule.ts";

export type { Arrived, Rule, ScriptReply, When } from "./rule.ts";

/** A server on a loopback port of its own that does as its rules say. */
export interface Script {
  /** Up to and with `/v1`. */
  readonly url: string;
  /** In the order of arrival. */
  readonly arrivals: ReadonlyArray<Arrived>;
  readonly close: () => Promise<void>;
}

export interface ScriptOptions {
  /** A key and a certificate in PEM, for a server that speaks TLS. */
  readonly tls?: { readonly key: string; readonly cert: string };
}

export async function startScript(rules: ReadonlyArray<Rule>, { tls }: ScriptOptions = {}): Promise<Script> {
  const arrivals: Array<Arrived> = [];
  const listener: RequestListener = async (request, response) => {
    const text = await textOf(request);
    const arrived: Arrived = {
      nth: arrivals.length + 1,
      at: Date.now(),
      url: request.url ?? "",
      text,
      body: JSON.parse(text),
      authorization: request.headers.authorization,
    };
    arrivals.push(arrived);
    // A case's times are those of its own day, which the server does not tell.
    response.sendDate = false;
    const rule = rules.find((rule) => fits(rule, arrived));
    if (rule === undefined) response.destroy();
    else behave(response, rule);
  };
  const server = tls === undefined ? createServer(listener) : createTlsServer({ ...tls }, listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls === undefined ? "http" : "https"}://127.0.0.1:${port}/v1`,
    arrivals,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function behave(response: ServerResponse, { behaviour = "reply", reply }: Rule): void {
  if (behaviour === "never_send_headers") return;
  if (/^(?:destroy_socket|accept_then_close)/.test(behaviour)) return void response.socket?.destroy();
  const { status, bytes, headers } = whole(reply);
  if (behaviour === "send_headers_and_half_body_then_stall") {
    response.writeHead(status, { ...headers, "content-length": bytes.length });
    return void response.write(bytes.subarray(0, bytes.length / 2));
  }
  const delay = /^reply_after_ms:(\d+)$/.exec(behaviour)?.[1] ?? "0";
  setTimeout(() => response.writeHead(status, headers).end(bytes), Number(delay));
}

function whole({ status = 200, headers = {}, body = "", body_base64 }: Partial<ScriptReply> = {}) {
  const bytes = body_base64 === undefined ? Buffer.from(body, "utf8") : Buffer.from(body_base64, "base64");
  return { status, headers, bytes };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Array<Buffer> = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}
