import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { auc, bootstrap, bootstrapAuc, random } from "../../../stages/math/mod.ts";
import { golden } from "./_golden.ts";

interface AucInput {
  readonly kind: string;
  readonly scores: ReadonlyArray<number>;
  readonly y: ReadonlyArray<number>;
}

interface AucExpected {
  readonly reference_1000_seed0: readonly [number, number, number];
  readonly lo_20000: number;
  readonly hi_20000: number;
  readonly kept_of_20000: number;
  readonly lo_mcse_1000: number;
  readonly hi_mcse_1000: number;
}

const areas = golden<AucInput, AucExpected>("bootstrap").filter(({ input }) => input.kind === "auc");

describe("bootstrapAuc()", () => {
  it.each(areas)(
    "lies within the Monte-Carlo error of the reference on $name",
    ({ name, input, expected }) => {
      const [scores, labels] = [Float64Array.from(input.scores), Uint8Array.from(input.y)];
      const { bound, dropped } = bootstrapAuc(scores, labels, { random: random(0, name) });
      expect(bound!.point).toBeCloseTo(expected.reference_1000_seed0[0], 12);
      expect(Math.abs(bound!.lo - expected.lo_20000)).toBeLessThanOrEqual(4 * expected.lo_mcse_1000 + 1e-12);
      expect(Math.abs(bound!.hi - expected.hi_20000)).toBeLessThanOrEqual(4 * expected.hi_mcse_1000 + 1e-12);
      const share = 1 - expected.kept_of_20000 / 20_000;
      const error = Math.sqrt((share * (1 - share)) / 1000);
      expect(Math.abs(dropped / 1000 - share)).toBeLessThanOrEqual(4 * error);
    },
  );

  it("is what bootstrap() finds with auc(), ties and lost classes included", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 1 })), { maxLength: 12 }),
        (rows) => {
          const scores = Float64Array.from(rows, ([score]) => score);
          const labels = Uint8Array.from(rows, ([, label]) => label);
          const area = (picked: Uint32Array) =>
            auc(
              Float64Array.from(picked, (row) => scores[row]!),
              Uint8Array.from(picked, (row) => labels[row]!),
            ) ?? Number.NaN;
          const options = () => ({ resamples: 30, random: random(0, "equal") });
          // The same draws name other rows once they are sorted by score.
          const order = [...scores.keys()].sort((a, b) => scores[a]! - scores[b]!);
          const sorted = (picked: Uint32Array) => area(picked.map((i) => order[i]!));
          expect(bootstrapAuc(scores, labels, options())).toEqual(
            bootstrap(scores.length, sorted, options()),
          );
        },
      ),
    );
  });

  it("is null where a class is missing", () => {
    const options = { random: random(0, "a") };
    expect(bootstrapAuc(Float64Array.of(0.1, 0.2), Uint8Array.of(1, 1), options).bound).toBeNull();
    expect(bootstrapAuc(new Float64Array(0), new Uint8Array(0), options).bound).toBeNull();
  });
});
