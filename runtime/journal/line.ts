import { hash } from "node:crypto";
import { Either, Option } from "effect";
import { Schema } from "../../plugins/contract/mod.ts";
import { EntryLine, Head } from "./_line_schema.ts";
import { toRunLine, toTokenRun } from "./_run_line.ts";
import { type Entry, type EntryHead, kindOf } from "./entry.ts";

const SUM_LENGTH = 16;
const SUM_MARK = ',"sum":"';
const TAIL_LENGTH = SUM_MARK.length + SUM_LENGTH + 2;

/** What follows may be long. A name of this form inside a string has its quotes escaped. */
const LONG_PART = ',"text":';

/** An entry as a line with its line feed: JSON whose last field sums up the bytes before it. */
export function encodeEntry(entry: Entry): Buffer {
  const body = JSON.stringify(toLine(entry)).slice(0, -1);
  return Buffer.from(`${body}${SUM_MARK}${checksum(body)}"}\n`, "utf8");
}

/** The head of a sound line without its line feed, or why the line is none. */
export function readHead(line: Uint8Array): Either.Either<EntryHead, string> {
  return Either.flatMap(soundBody(line), (body) => {
    const long = body.indexOf(LONG_PART);
    return Either.map(parseAs(Head, body.subarray(0, long < 0 ? body.length : long)), (head) => {
      const { outcome, ...rest } = head;
      return { ...rest, answered: outcome === "answered" };
    });
  });
}

/** A line without its line feed as the entry it was made of, or why it is none. */
export function decodeEntry(line: Uint8Array): Either.Either<Entry, string> {
  return Either.flatMap(soundBody(line), (body) =>
    Either.flatMap(parseAs(EntryLine, body), (line) => Either.fromNullable(toEntry(line), () => NO_ENTRY)),
  );
}

const NO_ENTRY = "it holds neither an answer nor a failure as this version writes them";

function toLine(entry: Entry): EntryLine {
  const { key, model, draw, sampling, attempt, ms, charged, outcome } = entry;
  const { temperature, maxTokens: max_tokens, topLogprobs: top_logprobs } = sampling;
  const asked = { model, draw, temperature, max_tokens, top_logprobs, attempt, ms, charged };
  if (outcome._tag === "Failed") {
    return { key, outcome: "failed", ...asked, reason: outcome.reason, detail: outcome.detail };
  }
  const { text, finishReason, usage, reported, run, concessions } = outcome.answer;
  return {
    key,
    outcome: kindOf(entry) === "answered" ? "answered" : "unmeasured",
    ...asked,
    ...(concessions === undefined ? {} : { concessions }),
    text,
    finish_reason: finishReason,
    usage: usage && { prompt: usage.promptTokens, completion: usage.completionTokens },
    reported,
    run: run && toRunLine(run),
  };
}

function toEntry(line: EntryLine): Entry | null {
  const { key, model, draw, attempt, ms, charged } = line;
  const sampling = {
    temperature: line.temperature,
    maxTokens: line.max_tokens,
    topLogprobs: line.top_logprobs,
  };
  const asked = { key, model, draw, sampling, attempt, ms, charged };
  if (line.outcome === "failed") {
    return { ...asked, outcome: { _tag: "Failed", reason: line.reason, detail: line.detail } };
  }
  const { text, finish_reason: finishReason, usage: used, reported } = line;
  const usage = used && { promptTokens: used.prompt, completionTokens: used.completion };
  const run = line.run && toTokenRun(line.run);
  if (line.run !== null && run === null) return null;
  const given = { text, finishReason, run, usage, reported };
  const answer = line.concessions === undefined ? given : { ...given, concessions: line.concessions };
  return { ...asked, outcome: { _tag: "Answered", answer } };
}

/** A line up to its checksum, where that holds. */
function soundBody(line: Uint8Array): Either.Either<Buffer, string> {
  const bytes = Buffer.from(line.buffer, line.byteOffset, line.length);
  const body = bytes.subarray(0, -TAIL_LENGTH);
  return bytes.toString("latin1", body.length) === `${SUM_MARK}${checksum(body)}"}`
    ? Either.right(body)
    : Either.left("its checksum does not hold");
}

function checksum(body: Uint8Array | string): string {
  return hash("sha256", body).slice(0, SUM_LENGTH);
}

function parseAs<A, I>(schema: Schema.Schema<A, I>, body: Buffer): Either.Either<A, string> {
  const value = Option.liftThrowable((text: string): unknown => JSON.parse(text))(
    `${body.toString("utf8")}}`,
  );
  return Either.fromOption(Option.flatMap(value, Schema.decodeUnknownOption(schema)), () => NO_ENTRY);
}
