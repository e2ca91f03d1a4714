// What one answer costs, from a body of about 60 kB to a line of the journal and the features; milliseconds of CPU.
import assert from "node:assert/strict";
import { join } from "node:path";
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem";
import { Effect } from "effect";
import { type Completion, CredentialError, ProviderError } from "../../plugins/contract/mod.ts";
import { readReply } from "../../plugins/provider/openai/_reply.ts";
import { striker } from "../../plugins/provider/openai/_strike.ts";
import { toAnswer } from "../../runtime/answers/attempt.ts";
import { requestKey } from "../../runtime/answers/mod.ts";
import { type Journal, openJournal } from "../../runtime/journal/mod.ts";
import { measure } from "../../stages/answer/mod.ts";
import { folder } from "../support/cli.ts";
import { completionBody } from "../support/mock/language.ts";
import { bestCpuMs } from "./_figures.ts";

const ROUNDS = 12;
/** As many answers as may come at once. */
const CONCURRENCY = 64;
const WANTED = { most: 66_000, least: 54_000, count: 300 };
const SAMPLING = { temperature: 0, maxTokens: 512, topLogprobs: 20 };
const ASKED = { host: "127.0.0.1", keyName: "LAB_KEY", topLogprobs: 20, now: 0 };

/** What a server sends for questions whose answers are about 60 kB long. */
const replies = Array.from({ length: 4000 }, (_, i) => {
  const request = {
    model: "lab/a",
    prompt: `[oos] Session ${i}. Up or down at the close?`,
    draw: 0,
    ...SAMPLING,
  };
  return { request, body: completionBody(request, true) };
})
  .filter(({ body }) => body.length > WANTED.least && body.length < WANTED.most)
  .slice(0, WANTED.count);

/** As long as keys are. */
const strike = striker("sk-proj-LABFAKEKEYq3Zr9Tw2Xv5Bn8Km1Lc6Hj4");

function completionIn(body: string): Completion {
  const read = readReply({ status: 200, headers: {}, body: strike(body) }, ASKED);
  if (read instanceof ProviderError || read instanceof CredentialError) throw read;
  return read;
}

/** What is kept of an answer; all else is dropped at once, as in a run. */
function entryOf({ request, body }: (typeof replies)[number]) {
  const completion = completionIn(body);
  const { promptTokens = 0, completionTokens = 0 } = completion.usage ?? {};
  return {
    key: requestKey("bench", request),
    model: request.model,
    draw: 0,
    sampling: SAMPLING,
    attempt: 1,
    ms: 400,
    charged: { input: promptTokens, output: completionTokens },
    answer: toAnswer(completion, request),
  };
}

/** From a body to a line of the journal and the features. */
const processed = (journal: Journal) =>
  Effect.fnUntraced(function* (reply: (typeof replies)[number]) {
    const { answer, ...entry } = entryOf(reply);
    yield* journal.put({ ...entry, outcome: { _tag: "Answered", answer } });
    return measure(answer, null).ok;
  });

async function processAll(): Promise<void> {
  const all = Effect.gen(function* () {
    const journal = yield* openJournal(join(folder(), "answers.jsonl"));
    return yield* Effect.forEach(replies, processed(journal), { concurrency: CONCURRENCY });
  });
  const measured = await Effect.runPromise(Effect.provide(Effect.scoped(all), NodeFileSystem.layer));
  assert.ok(measured.every(Boolean));
}

const works = [
  processAll,
  () => {
    for (const { body } of replies) JSON.parse(body);
  },
  () => {
    for (const { body } of replies) completionIn(body);
  },
];
const all = await bestCpuMs(ROUNDS, works);
const [whole, parse, read] = all.map((ms) => ms / replies.length);
const kB = replies.reduce((sum, { body }) => sum + body.length, 0) / replies.length / 1000;
process.stdout.write(JSON.stringify({ kB, whole, parse, read }));
