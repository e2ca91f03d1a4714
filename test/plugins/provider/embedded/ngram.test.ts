import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BOUNDARY, contextOrder } from "../../../../plugins/provider/embedded/_context_order.ts";
import { ngram } from "../../../../plugins/provider/embedded/_ngram.ts";

describe("contextOrder()", () => {
  test("contextOrder() sorts positions by what stands before them, read backwards to the boundary", () => {
    const document = fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 12 });
    fc.assert(
      fc.property(fc.array(document, { minLength: 1, maxLength: 8 }), (documents) => {
        const stream = Int32Array.from([BOUNDARY, ...documents.flatMap((tokens) => [...tokens, BOUNDARY])]);
        const context = (at: number) => {
          const from = stream.lastIndexOf(BOUNDARY, at - 1);
          return String.fromCharCode(
            ...stream
              .slice(from, at)
              .reverse()
              .map((id) => 97 + id),
          );
        };
        const expected = Array.from({ length: stream.length - 1 }, (_, at) => at + 1).sort((a, b) =>
          context(a) < context(b) ? -1 : context(a) > context(b) ? 1 : a - b,
        );
        expect([...contextOrder(stream, 4)]).toEqual(expected);
      }),
    );
  });
});

describe("ngram()", () => {
  test("ngram() gives the discounted counts worked out by hand", () => {
    const model = ngram(["a b", "a c", "a b"]);
    const [boundary, a, b, c] = model.distribution(model.encode("a"));
    // Root: 9 positions, 4 kinds; after "a": b twice, c once; the boundary before "a" matches the same three.
    const root = (count: number) => (count - 0.75) / 9 + (0.75 * 4) / 9 / 4;
    const rest = (0.75 * 2) / 3;
    expect(model.vocabulary).toEqual(["", "a", " b", " c"]);
    expect(boundary).toBeCloseTo(rest * root(3), 15);
    expect(a).toBeCloseTo(rest * root(3), 15);
    expect(b).toBeCloseTo(1.25 / 3 + rest * root(2), 15);
    expect(c).toBeCloseTo(0.25 / 3 + rest * root(1), 15);
  });

  test("ngram() sums to 1 after any history, known or not", () => {
    const model = ngram(["one two three", "two two one", "three", "", "one two four five"]);
    const words = fc.array(fc.constantFrom("one", " two", " three", " four", " unread", "\n"), {
      maxLength: 9,
    });
    fc.assert(
      fc.property(words, (history) => {
        const sum = model.distribution(model.encode(history.join(""))).reduce((total, one) => total + one, 0);
        expect(Math.abs(sum - 1)).toBeLessThan(1e-12);
      }),
    );
  });

  test("ngram() with a short context does not see what stands before it", () => {
    const documents = ["x q q q one", "y q q q two", "y q q q two"];
    const [full, short] = [ngram(documents), ngram(documents, 3)];
    expect([...short.distribution(short.encode("x q q q"))]).toEqual([
      ...short.distribution(short.encode("y q q q")),
    ]);
    const one = full.vocabulary.indexOf(" one");
    const chance = (prompt: string) => full.distribution(full.encode(prompt))[one]!;
    expect(chance("x q q q")).toBeGreaterThan(2 * chance("y q q q"));
  });

  test("ngram() refuses to be built of nothing", () => {
    expect(() => ngram([])).toThrow(RangeError);
    expect(() => ngram(["a"], 0)).toThrow(RangeError);
  });
});
