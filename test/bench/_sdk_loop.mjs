// The official SDK asked in a bare loop: nothing is read of the answers, nothing is kept.
import { readFileSync } from "node:fs";
import OpenAI from "openai";

const [url, file, concurrency] = process.argv.slice(2);
const requests = JSON.parse(readFileSync(file, "utf8"));
const client = new OpenAI({ baseURL: url, apiKey: "none", maxRetries: 0 });
let next = 0;

async function ask() {
  while (next < requests.length) await client.chat.completions.create(requests[next++]);
}

await Promise.all(Array.from({ length: Number(concurrency) }, ask));
