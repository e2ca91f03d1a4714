import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { holdoutSplit, random } from "../../../stages/math/mod.ts";

describe("holdoutSplit()", () => {
  it("holds out the rounded share of each class, one of two or more, and every row once", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1 })), fc.nat(), (labels, seed) => {
        const y = Uint8Array.from(labels);
        const { train, heldOut } = holdoutSplit(y, { share: 0.25, random: random(seed, "split") });
        for (const label of [0, 1]) {
          const n = labels.filter((other) => other === label).length;
          const held = Array.from(heldOut).filter((row) => y[row] === label).length;
          expect(held).toBe(n < 2 ? 0 : Math.max(1, Math.round(n / 4)));
        }
        expect([...train, ...heldOut].toSorted((a, b) => a - b)).toEqual([...y.keys()]);
        expect(train).toEqual(train.toSorted());
        expect(heldOut).toEqual(heldOut.toSorted());
      }),
    );
  });

  it("returns the same split for the same seed and another for another", () => {
    const labels = Uint8Array.from({ length: 80 }, (_, i) => i % 2);
    const heldOut = (seed: number) =>
      holdoutSplit(labels, { share: 0.25, random: random(seed, "split") }).heldOut;
    expect(heldOut(0)).toEqual(heldOut(0));
    expect(heldOut(1)).not.toEqual(heldOut(0));
  });

  it("leaves a row to train on and refuses a share outside (0, 1)", () => {
    const labels = Uint8Array.of(0, 0, 1, 1);
    const split = (share: number) => holdoutSplit(labels, { share, random: random(0, "split") });
    expect(split(0.99).train.length).toBe(2);
    for (const share of [0, 1, Number.NaN]) expect(() => split(share)).toThrow(RangeError);
  });
});
