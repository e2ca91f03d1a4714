import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A server as the worked example of a provider asks it, and what it was asked. */
export interface HouseServer {
  readonly url: string;
  readonly asked: ReadonlyArray<string>;
  readonly close: () => void;
}

/** Answers every model up where the prompt's length is even, surer the longer it is; takes one key. */
export async function startHouse(key: string): Promise<HouseServer> {
  const asked: Array<string> = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const parts: ReadonlyArray<Buffer> = await request.toArray();
    const { model, prompt } = JSON.parse(Buffer.concat(parts).toString("utf8"));
    const isAllowed = request.headers.authorization === `Bearer ${key}`;
    if (isAllowed) asked.push(model);
    response
      .writeHead(isAllowed ? 200 : 401)
      .end(JSON.stringify(isAllowed ? replyTo(prompt) : "no such key"));
  };
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/complete`,
    asked,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function replyTo(prompt: string) {
  const text = `Direction: ${prompt.length % 2 === 0 ? 1 : -1}\nConfidence: 0.6`;
  const tokens = (text.match(/\s?\S+/g) ?? []).map((token, i) => {
    const logprob = -0.1 - ((prompt.length * (i + 3)) % 7) / 10;
    const top = [logprob, -2 - i, -3 - ((prompt.length * i) % 5)];
    return {
      token,
      logprob,
      top: top.map((value, rank) => ({ token: rank === 0 ? token : ` ${rank}`, logprob: value })),
    };
  });
  return { text, tokens };
}
