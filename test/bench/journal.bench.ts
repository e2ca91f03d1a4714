import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem";
import { Effect } from "effect";
import { expect, it } from "vitest";
import { decodeEntry, encodeEntry } from "../../runtime/journal/line.ts";
import { type Entry, openJournal, readJournal } from "../../runtime/journal/mod.ts";
import { compactTokens } from "../../stages/answer/mod.ts";
import { folder } from "../support/cli.ts";
import { completionBody } from "../support/mock/language.ts";
import { bestMs, tell } from "./_figures.ts";

const SIZE = 2650;
const RUNS = 5;
/** As many answers as may come at once. */
const CONCURRENCY = 64;

const asked = Array.from({ length: SIZE }, (_, i) => {
  const prompt = `[${i % 2 === 0 ? "is" : "oos"}] Session ${i}. Up or down at the close?`;
  return { model: `lab/${i % 5}`, prompt, maxTokens: 512, topLogprobs: 20 };
});

interface Body {
  readonly choices: ReadonlyArray<{
    readonly message: { readonly content: string };
    readonly finish_reason: string;
    readonly logprobs: {
      readonly content: ReadonlyArray<{
        readonly token: string;
        readonly logprob: number;
        readonly top_logprobs: ReadonlyArray<{ readonly token: string; readonly logprob: number }>;
      }>;
    };
  }>;
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number };
}

function toEntry(text: string, i: number): Entry {
  const { choices, usage }: Body = JSON.parse(text);
  const [choice] = choices;
  const model = asked[i]?.model ?? "";
  const sampled = choice?.logprobs.content.map(({ top_logprobs, ...token }) => ({
    ...token,
    top: top_logprobs,
  }));
  const { prompt_tokens: promptTokens, completion_tokens: completionTokens } = usage;
  return {
    key: createHash("sha256").update(String(i)).digest("hex"),
    model,
    draw: 0,
    sampling: { temperature: 0, maxTokens: 512, topLogprobs: 20 },
    attempt: 1,
    ms: 400,
    charged: { input: promptTokens, output: completionTokens },
    outcome: {
      _tag: "Answered",
      answer: {
        text: choice?.message.content ?? "",
        finishReason: choice?.finish_reason ?? null,
        run: compactTokens(sampled ?? []),
        usage: { promptTokens, completionTokens },
        reported: { model, temperature: null, fingerprint: null },
      },
    },
  };
}

it("journal of 2,650 answers", async () => {
  const bodies = asked.map((one) => completionBody(one, true));
  const entries = bodies.map(toEntry);
  const onDisk = <A, E>(effect: Effect.Effect<A, E, never>) => Effect.runPromise(effect);
  const write = () => {
    const file = join(folder(), "answers.jsonl");
    const written = Effect.gen(function* () {
      const journal = yield* openJournal(file);
      yield* Effect.forEach(entries, journal.put, { concurrency: CONCURRENCY, discard: true });
    });
    return onDisk(Effect.as(Effect.provide(Effect.scoped(written), NodeFileSystem.layer), file));
  };
  const file = await write();
  const lines = entries.map((entry) => encodeEntry(entry).subarray(0, -1));

  const [parse = Number.NaN, encode = Number.NaN, put = Number.NaN] = await bestMs(RUNS, [
    () => bodies.map((body) => JSON.parse(body)),
    () => entries.map(encodeEntry),
    write,
  ]);
  const [open = Number.NaN, decode = Number.NaN] = await bestMs(RUNS, [
    () => onDisk(Effect.provide(Effect.scoped(readJournal(file)), NodeFileSystem.layer)),
    () => lines.map(decodeEntry),
  ]);
  const { size } = statSync(file);
  expect(size).toBeLessThan(30e6);
  tell("journal", [
    { name: "bodies", value: bodies.reduce((sum, body) => sum + body.length, 0) / 1e6, unit: "MB" },
    { name: "journal", value: size / 1e6, unit: "MB" },
    { name: "JSON.parse of the bodies", value: parse, unit: "ms" },
    { name: "encode and checksum", value: encode, unit: "ms" },
    { name: "encode, checksum and write, to the flush at the end", value: put, unit: "ms" },
    { name: "  of JSON.parse", value: put / parse, unit: "" },
    { name: "open and verify", value: open, unit: "ms" },
    { name: "decode", value: decode, unit: "ms" },
  ]);
});
