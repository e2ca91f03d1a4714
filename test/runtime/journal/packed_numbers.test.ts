import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { packNumbers, unpackNumbers } from "../../../runtime/journal/_packed_numbers.ts";

const packing = (...values: Array<number>) => Object.keys(packNumbers(Float64Array.from(values))).join();

describe("packNumbers()", () => {
  it("takes whole units where every number is a decimal of few digits", () => {
    expect(packing(-0.1234567, -12.5)).toBe("i7");
    expect(packing(-1, -2)).toBe("i0");
    expect(packing()).toBe("i0");
  });

  it("takes Float32 and Float64 where it must", () => {
    expect(packing(Math.fround(-0.1), -1.5)).toBe("f4");
    expect(packing(-Math.PI)).toBe("f8");
    expect(packing(-3_000_000_000)).toBe("f4");
    expect(packing(Number.NEGATIVE_INFINITY)).toBe("f4");
  });

  it("keeps NaN and the sign of zero among whole units", () => {
    const values = Float64Array.of(Number.NaN, -0, 0, -0.5);
    expect(Object.keys(packNumbers(values))).toEqual(["i1"]);
    expect(unpackNumbers(packNumbers(values))).toStrictEqual(values);
  });

  it("is little-endian on every machine", () => {
    expect(packNumbers(Float64Array.of(1, -2))).toEqual({
      i0: Buffer.from([1, 0, 0, 0, 254, 255, 255, 255]).toString("base64"),
    });
  });

  it("leaves what it packs as it was", () => {
    const values = Float64Array.of(-Math.PI, -Math.E);
    packNumbers(values);
    expect([...values]).toEqual([-Math.PI, -Math.E]);
  });
});

describe("unpackNumbers()", () => {
  it("gives any numbers back bit for bit", () => {
    const decimal = fc.tuple(fc.integer(), fc.nat(9)).map(([int, digits]) => int / 10 ** digits);
    const any = fc.oneof(
      fc.double(),
      fc.float(),
      decimal,
      fc.constantFrom(-(2 ** 31), 1 - 2 ** 31, 2 ** 31 - 1),
    );
    fc.assert(
      fc.property(fc.array(any), (numbers) => {
        const values = Float64Array.from(numbers);
        expect(unpackNumbers(packNumbers(values))).toStrictEqual(values);
      }),
    );
  });

  it("refuses what is no packing", () => {
    for (const packed of [{}, { i7: "", f4: "" }, { x4: "AAAA" }, { i7: "AAA=" }, { f8: "AAAAAA==" }]) {
      expect(unpackNumbers(packed)).toBeNull();
    }
  });
});
