import { once } from "node:events";
import { createServer } from "node:http";
import { after, test } from "node:test";
import { promises } from "recall-guard/plugin/testing";

const KEY = "a-key-of-the-test";

/** Stands in for the server: knows one model and one key, and is busy for a prompt. */
async function answer(request, response) {
  const parts = await request.toArray();
  const { model, prompt } = JSON.parse(Buffer.concat(parts).toString());
  const reply = (status, body, headers = {}) => response.writeHead(status, headers).end(JSON.stringify(body));
  if (request.headers.authorization !== `Bearer ${KEY}`) return reply(401, "no such key");
  if (model !== "one") return reply(404, "no such model");
  if (prompt === "busy") return reply(429, "busy", { "retry-after": "2" });
  const text = "Direction: 1\nConfidence: 0.6";
  const tokens = text.match(/\s?\S+/g).map((token, i) => {
    const top = [token, " or", " not"].map((token, rank) => ({ token, logprob: -0.1 - rank - i / 10 }));
    return { ...top[0], top };
  });
  return reply(200, { text, tokens });
}

const server = createServer(answer).listen(0, "127.0.0.1");
await once(server, "listening");
after(() => {
  server.close();
  server.closeAllConnections();
});

const plugin = new URL("../src/house.ts", import.meta.url);
const sample = {
  options: { url: `http://127.0.0.1:${server.address().port}/complete`, key_env: "HOUSE_KEY" },
  secrets: { HOUSE_KEY: KEY },
  model: "one",
  failing: [{ prompt: "busy" }],
};

for (const { name, run } of promises.providerChecks(plugin, sample)) test(name, run);
