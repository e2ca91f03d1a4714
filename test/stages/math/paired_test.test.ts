import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pairedTest } from "../../../stages/math/mod.ts";
import { pairedExample } from "../../support/paired_example.ts";

const hits = [1, 1, 0, 1, 1, 0, 1, 1, 1, 0, 1, 1];
const others = [1, 0, 0, 1, 0, 0, 0, 1, 1, 1, 0, 1];
const days = [..."aabbccddeeff"];

const pairs = fc
  .array(
    fc.record({
      hit: fc.constantFrom(0, 1),
      other: fc.constantFrom(0, 1),
      day: fc.integer({ min: 0, max: 5 }),
    }),
    {
      minLength: 2,
      maxLength: 40,
    },
  )
  .map((rows) => ({
    hits: rows.map(({ hit }) => hit),
    others: rows.map(({ other }) => other),
    labels: rows.map(({ day }) => day),
  }));

describe("pairedTest()", () => {
  it("agrees with scipy on clustered differences", () => {
    const found = pairedTest({ hits, others, labels: days })!;

    expect(found).toMatchObject({ rows: 12, clusters: 6, method: "clustered-t" });
    expect(found.difference).toBeCloseTo(0.25, 14);
    expect(found.p).toBeCloseTo(0.2031106637200551, 12);
    expect(found.interval?.lo).toBeCloseTo(-0.18901042516058947, 12);
    expect(found.interval?.hi).toBeCloseTo(0.6890104251605895, 12);
    expect(found.correlation).toBeCloseTo(0.19245008972987526, 12);
    expect(found.unpairedP).toBeCloseTo(0.17455950081145105, 12);
  });

  it("is mid-p McNemar where every date has one row", () => {
    const one = Array.from({ length: 20 }, (_, i) => Number(i < 9 || i >= 11));
    const two = Array.from({ length: 20 }, (_, i) => Number(i >= 9));
    const found = pairedTest({ hits: one, others: two, labels: one.map((_, i) => i) })!;

    expect([found.method, found.clusters]).toEqual(["mcnemar-mid-p", 20]);
    expect(found.p).toBeCloseTo(0.03857421875, 12);
  });

  it("finds paired what is lost unpaired: .55 against .52 over 1,000 rows at a correlation of .8", () => {
    for (const seed of [1, 2, 3]) {
      const found = pairedTest(pairedExample(seed))!;

      expect([found.share, found.otherShare]).toEqual([0.55, 0.52]);
      expect(found.correlation).toBeCloseTo(0.8, 2);
      expect(found.p).toBeLessThan(0.01);
      expect(found.unpairedP).toBeGreaterThan(0.05);
    }
  });

  it("finds nothing between equal answers, and tells no width", () => {
    const found = pairedTest({ hits, others: hits, labels: days });

    expect(found).toMatchObject({
      difference: 0,
      interval: null,
      p: 1,
      method: "cluster-sign",
      unpairedP: 1,
    });
    expect(found?.correlation).toBeCloseTo(1, 14);
  });

  it("counts clusters where all of them differ alike", () => {
    const found = pairedTest({ hits: [1, 1, 1, 1], others: [0, 0, 0, 0], labels: ["a", "a", "b", "b"] });

    expect(found).toMatchObject({ difference: 1, p: 0.5, method: "cluster-sign", correlation: null });
    expect(found).toMatchObject({ interval: null, unpairedP: null });
  });

  it("is null with fewer than two clusters", () => {
    expect(pairedTest({ hits: [], others: [], labels: [] })).toBeNull();
    expect(pairedTest({ hits: [1, 0], others: [0, 0], labels: ["a", "a"] })).toBeNull();
  });

  it("turns its sign when the models change places, and no p", () => {
    fc.assert(
      fc.property(pairs, (rows) => {
        const there = pairedTest(rows);
        const back = pairedTest({ ...rows, hits: rows.others, others: rows.hits });
        expect(back?.difference ?? null).toBe(there === null ? null : 0 - there.difference);
        if (there === null || back === null) return;
        expect(back.p).toBeCloseTo(there.p, 12);
        expect(there.p).toBeGreaterThanOrEqual(0);
        expect(there.p).toBeLessThanOrEqual(1 + 1e-12);
        for (const end of [there.interval?.lo ?? 0, there.interval?.hi ?? 0]) {
          expect(Math.abs(end)).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it("refuses what is no answer, and lists of two lengths", () => {
    const labels = ["a", "b"];
    expect(() => pairedTest({ hits: [1, 0.5], others: [1, 0], labels })).toThrow(RangeError);
    expect(() => pairedTest({ hits: [1, 0], others: [1], labels })).toThrow(RangeError);
    expect(() => pairedTest({ hits: [1, 0], others: [1, 0], labels: ["a"] })).toThrow(RangeError);
  });
});
