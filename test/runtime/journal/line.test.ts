import { createHash } from "node:crypto";
import { Either } from "effect";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeEntry, encodeEntry, readHead } from "../../../runtime/journal/line.ts";
import { answerEntry, anyEntry, failureEntry, keyOf } from "./_entries.ts";

const lineOf = (entry: Parameters<typeof encodeEntry>[0]) => encodeEntry(entry).subarray(0, -1);

describe("encodeEntry()", () => {
  it("gives one line of JSON whose last field sums up what stands before it", () => {
    const line = encodeEntry(answerEntry(7)).toString("utf8");
    expect(line.indexOf("\n")).toBe(line.length - 1);
    const { sum, ...value } = JSON.parse(line);
    const body = line.slice(0, line.lastIndexOf(',"sum"'));
    expect(createHash("sha256").update(body).digest("hex").slice(0, 16)).toBe(sum);
    expect(value).toMatchObject({
      key: keyOf(7),
      outcome: "answered",
      model: "lab/one",
      text: "Direction: 1",
    });
    expect(value.run).toMatchObject({ tokens: ["Direction", ": 1"], per_token: 2 });
  });

  it("keeps no line feed and no lone surrogate raw", () => {
    const entry = failureEntry(1, "a\nb\u2028\ud800");
    const line = lineOf(entry);
    expect(line.includes(10)).toBe(false);
    expect(decodeEntry(line)).toEqual(Either.right(entry));
  });
});

describe("decodeEntry()", () => {
  it("gives every entry back, its numbers bit for bit", () => {
    fc.assert(
      fc.property(anyEntry, (entry) => {
        expect(decodeEntry(lineOf(entry))).toStrictEqual(Either.right(entry));
      }),
    );
  });

  it("refuses a line with any one byte changed", () => {
    const line = lineOf(answerEntry(3));
    for (let at = 0; at < line.length; at++) {
      const flipped = Buffer.from(line);
      flipped[at] = (flipped[at] ?? 0) ^ 1;
      expect(decodeEntry(flipped)).toEqual(Either.left("its checksum does not hold"));
    }
  });

  it("refuses a line cut at any byte", () => {
    const line = lineOf(answerEntry(3));
    for (let end = 0; end < line.length; end++)
      expect(Either.isLeft(decodeEntry(line.subarray(0, end)))).toBe(true);
  });

  it("says so where the checksum holds but the fields are not those of this version", () => {
    const body = `{"key":"${keyOf(1)}","outcome":"answered"`;
    const sum = createHash("sha256").update(body).digest("hex").slice(0, 16);
    const line = Buffer.from(`${body},"sum":"${sum}"}`);
    expect(decodeEntry(line)).toEqual(
      Either.left("it holds neither an answer nor a failure as this version writes them"),
    );
  });
});

describe("readHead()", () => {
  it("reads what stands first without the rest", () => {
    fc.assert(
      fc.property(anyEntry, (entry) => {
        const { key, model, attempt, ms, charged, outcome } = entry;
        const answered =
          outcome._tag === "Answered" &&
          (entry.sampling.topLogprobs === 0 || (outcome.answer.run?.tokens.length ?? 0) > 0);
        expect(readHead(lineOf(entry))).toEqual(Either.right({ key, model, attempt, ms, charged, answered }));
      }),
    );
  });

  it("is not misled by a model's name", () => {
    const entry = answerEntry(1, { model: 'a","text":"b' });
    expect(Either.getOrThrow(readHead(lineOf(entry))).model).toBe('a","text":"b');
  });
});
