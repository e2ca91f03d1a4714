import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clusteredGap, gapDifference, integer, random } from "../../../stages/math/mod.ts";

const days = (count: number, word: string) => Array.from({ length: count }, (_, i) => `${word} ${i}`);

describe("gapDifference()", () => {
  it("is the difference of the two gaps", () => {
    const before = { hits: [1, 1, 1, 0], others: [1, 0, 0, 0], labels: days(4, "before") };
    const after = { hits: [1, 0, 1, 0], others: [0, 1, 1, 1], labels: days(4, "after") };
    const own = clusteredGap(before, after)!;
    const other = clusteredGap({ ...before, hits: before.others }, { ...after, hits: after.others })!;

    expect(gapDifference(before, after)!.point).toBeCloseTo(own.point - other.point, 12);
  });

  it("is 0 with a width for two models that always agree", () => {
    const hits = [1, 0, 1, 1, 0, 1];
    const before = { hits, others: hits, labels: days(6, "before") };
    const after = { hits, others: hits, labels: days(6, "after") };
    const found = gapDifference(before, after)!;

    expect(found.point).toBe(0);
    expect(found.lo).toBeLessThan(-0.2);
    expect(found.hi).toBeGreaterThan(0.2);
  });

  it("turns its sign with the models, whatever the order of the rows", () => {
    const bit = fc.integer({ min: 0, max: 1 });
    const side = fc.array(fc.tuple(bit, bit, fc.integer({ min: 0, max: 9 })), {
      minLength: 4,
      maxLength: 30,
    });
    fc.assert(
      fc.property(side, side, (first, second) => {
        const paired = (rows: ReadonlyArray<readonly [number, number, number]>) => ({
          hits: rows.map(([hit]) => hit),
          others: rows.map(([, other]) => other),
          labels: rows.map(([, , day]) => day),
        });
        const swapped = (rows: ReadonlyArray<readonly [number, number, number]>) => {
          const { hits, others, labels } = paired(rows.toReversed());
          return { hits: others, others: hits, labels };
        };
        const found = gapDifference(paired(first), paired(second));
        const back = gapDifference(swapped(first), swapped(second));

        if (found === null || back === null) return expect(found).toBe(back);
        expect(back.point).toBeCloseTo(-found.point, 12);
        expect(back.lo).toBeCloseTo(-found.hi, 9);
        expect(back.hi).toBeCloseTo(-found.lo, 9);
      }),
    );
  });

  it("holds the true difference about as often as it says", () => {
    const draw = random(1, "gap difference");
    const coin = (chance: number) => Number(integer(draw, 1000) < 1000 * chance);
    let held = 0;
    const runs = 300;
    for (let run = 0; run < runs; run++) {
      const side = (own: number, other: number) => ({
        hits: Array.from({ length: 60 }, () => coin(own)),
        others: Array.from({ length: 60 }, () => coin(other)),
        labels: Array.from({ length: 60 }, (_, i) => Math.floor(i / 2)),
      });
      const { lo, hi } = gapDifference(side(0.8, 0.55), side(0.5, 0.5))!;
      if (lo <= 0.25 && 0.25 <= hi) held++;
    }

    expect(held / runs).toBeGreaterThan(0.91);
  });

  it("is null with fewer than two clusters on a side", () => {
    const one = { hits: [1, 0], others: [0, 0], labels: ["a", "a"] };
    const two = { hits: [1, 0], others: [0, 0], labels: ["b", "c"] };

    expect(gapDifference(one, two)).toBeNull();
    expect(gapDifference(two, one)).toBeNull();
  });

  it("refuses rows that are not paired", () => {
    const two = { hits: [1, 0], others: [0, 0], labels: ["b", "c"] };

    expect(() => gapDifference({ ...two, others: [1] }, two)).toThrow(
      new RangeError("Cannot pair 2 answers with 1"),
    );
  });
});
