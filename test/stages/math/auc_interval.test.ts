import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  auc,
  aucInterval,
  aucMinDetectable,
  aucNullSd,
  delong,
  newcombeAuc,
  normalCdf,
  random,
} from "../../../stages/math/mod.ts";
import { vector } from "./_golden.ts";
import { normal } from "./_rows.ts";

interface Sample {
  readonly score: ReadonlyArray<number>;
  readonly label: ReadonlyArray<number>;
}

const { input, expect: expected } = vector<{
  readonly input: Sample;
  readonly expect: {
    readonly auc: number;
    readonly se: number;
    readonly logit95: readonly [number, number];
    readonly newcombe5: readonly [number, number];
  };
}>("auc");
const scores = Float64Array.from(input.score);
const labels = Uint8Array.from(input.label);

describe("delong()", () => {
  it("agrees with the method's worked sample", () => {
    const found = delong(scores, labels)!;

    expect(found.auc).toBeCloseTo(expected.auc, 12);
    expect(found.se).toBeCloseTo(expected.se, 12);
  });

  it("is the mean of its components and the share of pairs won, on ties too", () => {
    fc.assert(
      fc.property(tied(), ({ x, y }) => {
        const found = delong(x, y);
        if (found === null) {
          expect(auc(x, y)).toBeNull();
          return;
        }
        expect(found.auc).toBeCloseTo(auc(x, y)!, 12);
        expect(found.v01.reduce((a, b) => a + b, 0) / found.v01.length).toBeCloseTo(found.auc, 12);
        expect(found.v10.every((share) => share >= 0 && share <= 1)).toBe(true);
      }),
    );
  });

  it("has no standard error where a class has one row, and no area where it has none", () => {
    expect(delong(Float64Array.of(1, 2, 3), Uint8Array.of(0, 1, 0))?.se).toBeNull();
    expect(delong(Float64Array.of(1, 2), Uint8Array.of(1, 1))).toBeNull();
  });
});

describe("newcombeAuc()", () => {
  it("agrees with the worked sample and with perfect separation", () => {
    const perfect = vector<{
      readonly expect: Readonly<Record<"newcombe5" | "n12_13" | "n100_100", readonly [number, number]>>;
    }>("auc_perfect").expect;
    const close = (
      area: number,
      [members, controls]: readonly [number, number],
      [lo, hi]: readonly [number, number],
    ) => {
      const found = newcombeAuc(area, { members, controls });
      expect(found.lo).toBeCloseTo(lo, 9);
      expect(found.hi).toBeCloseTo(hi, 9);
    };
    close(0.76, [5, 5], expected.newcombe5);
    close(1, [25, 25], perfect.newcombe5);
    close(1, [12, 13], perfect.n12_13);
    close(1, [100, 100], perfect.n100_100);
  });

  it("mirrors about 1/2, holds the area, and widens with the inflation", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 60 }), (k, n) => {
        const area = k / 40;
        const found = newcombeAuc(area, { members: n, controls: n });
        const mirrored = newcombeAuc(1 - area, { members: n, controls: n });
        const wider = newcombeAuc(area, { members: n, controls: n, inflation: 1.4 });
        expect(found.lo).toBeCloseTo(1 - mirrored.hi, 9);
        expect(found.lo <= area && area <= found.hi && found.lo < found.hi).toBe(true);
        expect(wider.lo <= found.lo && wider.hi >= found.hi).toBe(true);
      }),
    );
  });

  it("refuses what is no area, no design and no width", () => {
    expect(() => newcombeAuc(1.1, { members: 5, controls: 5 })).toThrow(RangeError);
    expect(() => newcombeAuc(0.5, { members: 0, controls: 5 })).toThrow(RangeError);
    expect(() => newcombeAuc(0.5, { members: 5, controls: 5, confidence: 1 })).toThrow(RangeError);
    expect(() => newcombeAuc(0.5, { members: 5, controls: 5, inflation: 0.9 })).toThrow(RangeError);
  });
});

describe("aucInterval()", () => {
  it("is DeLong's on the logit scale", () => {
    const found = aucInterval(scores, labels)!;

    expect(found.method).toBe("logit-delong");
    expect(found.lo).toBeCloseTo(expected.logit95[0], 9);
    expect(found.hi).toBeCloseTo(expected.logit95[1], 9);
  });

  it("is Newcombe's where DeLong's error is 0 or undefined, and never without a width", () => {
    const perfect = aucInterval(Float64Array.of(3, 2, 1, 0), Uint8Array.of(1, 1, 0, 0))!;
    const constant = aucInterval(new Float64Array(4), Uint8Array.of(1, 1, 0, 0))!;
    const single = aucInterval(Float64Array.of(3, 1, 2), Uint8Array.of(1, 0, 0))!;

    for (const found of [perfect, constant, single]) {
      expect(found).toMatchObject({ method: "newcombe", se: null });
      expect(found.hi - found.lo).toBeGreaterThan(0.1);
    }
    expect(constant.point).toBe(0.5);
  });

  it("multiplies the standard error by the inflation", () => {
    const found = aucInterval(scores, labels, { inflation: 1.5 })!;

    expect(found.se).toBeCloseTo(1.5 * expected.se, 12);
    expect(found.lo).toBeLessThan(expected.logit95[0]);
  });

  it("holds the area of normal scores in 95 % of samples of fixed scores", () => {
    const draw = random(1, "coverage");
    const cells = [
      [25, 0.95],
      [50, 0.7],
    ] as const;
    for (const [n, area] of cells) {
      const shift = Math.SQRT2 * quantileOf(area);
      const y = new Uint8Array(2 * n).fill(1, 0, n);
      let held = 0;
      for (let run = 0; run < 400; run++) {
        const x = Float64Array.from(y, (label) => normal(draw) + shift * label);
        const { lo, hi } = aucInterval(x, y)!;
        if (lo <= area && area <= hi) held++;
      }
      expect(held / 400).toBeGreaterThan(0.915);
      expect(held / 400).toBeLessThan(0.985);
    }
  });
});

describe("aucMinDetectable()", () => {
  const golden = vector<{
    readonly expect: Readonly<Record<string, number>>;
    readonly null_sd: Readonly<Record<string, number>>;
    readonly p_gate_0_6_null: Readonly<Record<string, number>>;
  }>("auc_min_detectable");
  const designOf = (name: string) => {
    const [members, controls] = name.split("/").map(Number);
    return { members: members!, controls: controls! };
  };

  it.each(Object.entries(golden.expect))("agrees with the method for %s rows", (name, value) => {
    expect(aucMinDetectable(designOf(name))).toBeCloseTo(value, 9);
  });

  it.each(Object.entries(golden.null_sd))("has the null's spread for %s rows", (name, value) => {
    const sd = aucNullSd(designOf(name));

    expect(sd).toBeCloseTo(value, 12);
    expect(1 - normalCdf(0.1 / sd)).toBeCloseTo(golden.p_gate_0_6_null[name]!, 9);
  });

  it("rises with the inflation and is null where nothing could be found", () => {
    expect(aucMinDetectable({ members: 50, controls: 50, inflation: 1.35 })!).toBeGreaterThan(0.7);
    expect(aucMinDetectable({ members: 3, controls: 3, inflation: 1.4 })).toBeNull();
    expect(() => aucMinDetectable({ members: 0, controls: 3 })).toThrow(RangeError);
  });
});

function tied(): fc.Arbitrary<{ readonly x: Float64Array; readonly y: Uint8Array }> {
  const row = fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: 0, max: 1 }));
  return fc.array(row, { minLength: 1, maxLength: 40 }).map((rows) => ({
    x: Float64Array.from(rows, ([score]) => score),
    y: Uint8Array.from(rows, ([, label]) => label),
  }));
}

/** Standard normal quantile of the two areas used here. */
function quantileOf(area: number): number {
  return area === 0.95 ? 1.6448536269514722 : 0.5244005127080407;
}
