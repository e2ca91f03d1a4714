import { describe, expect, test } from "vitest";
import { documentOf, documents } from "../../../../plugins/provider/embedded/_documents.ts";
import { random } from "../../../../stages/math/random.ts";

const ROWS = [
  { prompt: "A", metadata: { date: "2020-01-01", answer: "yes" } },
  { prompt: "B", metadata: { date: "2020-01-02", answer: "no" } },
  { prompt: "C", metadata: { date: "2020-01-03", answer: "so" } },
];

const many = Array.from({ length: 400 }, (_, at) => ({ text: `news ${at}` }));

describe("documentOf()", () => {
  test("documentOf() joins a question and its answer", () => {
    expect(documentOf(ROWS[0]!)).toBe("A\nAnswer:\nyes");
  });

  test("documentOf() takes a text as it stands", () => {
    expect(documentOf({ text: "Rates rose." })).toBe("Rates rose.");
  });

  test("documentOf() derives the answer from the direction where none is written", () => {
    expect(documentOf({ prompt: "A", target_direction: -1 })).toBe(
      "A\nAnswer:\nDirection: -1\nConfidence: 0.60",
    );
  });

  test("documentOf() makes none of a question without an answer", () => {
    expect(documentOf({ prompt: "A" })).toBeNull();
  });
});

describe("documents()", () => {
  test("documents() reads through a date, that day included", () => {
    const read = documents(ROWS, { through: "2020-01-02" }, random(0, "coin"));
    expect(read).toEqual(["A\nAnswer:\nyes", "B\nAnswer:\nno"]);
  });

  test("documents() reads each row as often as copies says", () => {
    expect(documents(ROWS.slice(0, 1), { copies: 3 }, random(0, "coin"))).toHaveLength(3);
  });

  test("documents() reads a seeded share of the rows", () => {
    const read = documents(many, { fraction: 0.25 }, random(1, "coin"));
    expect(read).toEqual(documents(many, { fraction: 0.25 }, random(1, "coin")));
    expect(read).not.toEqual(documents(many, { fraction: 0.25 }, random(2, "coin")));
    expect(read).toHaveLength(106);
  });

  test("documents() keeps each row's coin when the date shuts others out", () => {
    const dated = many.map((row, at) => ({
      ...row,
      metadata: { date: at % 2 === 0 ? "2020-01-01" : "2021-01-01" },
    }));
    const all = documents(dated, { fraction: 0.5 }, random(1, "coin"));
    const early = documents(dated, { fraction: 0.5, through: "2020-12-31" }, random(1, "coin"));
    const even = dated.filter((_, at) => at % 2 === 0).map(({ text }) => text);
    expect(early).toEqual(Array.isArray(all) ? all.filter((text) => even.includes(text)) : []);
  });

  test("documents() names the first row that cannot be read", () => {
    expect(documents([ROWS[0]!, { prompt: "B" }], {}, random(0, "coin"))).toEqual({
      at: 1,
      why: "expected text, or prompt with metadata.answer or target_direction",
    });
    expect(documents([{ text: "undated" }], { through: "2020-01-01" }, random(0, "coin"))).toMatchObject({
      at: 0,
    });
  });
});
