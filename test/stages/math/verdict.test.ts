import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CiBound, outcomeRecall, type VerdictNumbers, verdict } from "../../../stages/math/mod.ts";

const SILENT = { point: 0.5, lo: 0.43, hi: 0.57 };
const TELLING = { point: 0.65, lo: 0.58, hi: 0.71 };
const STRONG = { auc: { point: 0.85, lo: 0.79, hi: 0.89 }, p: 0.005, minDetectable: 0.63, fewDates: false };
const CLEAN = { auc: { point: 0.52, lo: 0.44, hi: 0.6004 }, p: 0.4, minDetectable: 0.63, fewDates: false };
const OVERLAP = { point: 0.75, lo: 0.64, hi: 0.83, essMembers: 80, essControls: 75 };
const BASE: VerdictNumbers = { instrumentFailure: null, model: STRONG, blind: SILENT, overlap: OVERLAP };

describe("verdict()", () => {
  const cases: ReadonlyArray<readonly [string, string, Partial<VerdictNumbers>, string]> = [
    ["the control failed", "instrument-failed", { instrumentFailure: "it did not fire" }, "it did not fire"],
    ["there is no area", "underpowered", { model: { reason: "Too few rows" } }, "Too few rows"],
    ["the design is too small", "underpowered", { model: { ...STRONG, minDetectable: 0.71 } }, "0.710"],
    ["no area could be found", "underpowered", { model: { ...STRONG, minDetectable: null } }, "not even"],
    [
      "looks tell and hardly overlap",
      "not-identifiable",
      { blind: TELLING, overlap: { ...OVERLAP, essControls: 19.9 } },
      "19.9",
    ],
    ["looks tell and nothing overlaps", "not-identifiable", { blind: TELLING, overlap: null }, "0.0"],
    ["the prompts could not be judged", "not-identifiable", { blind: null }, "could not be judged"],
    [
      "looks tell as well as the answers",
      "confounded",
      { blind: { point: 0.82, lo: 0.7, hi: 0.86 } },
      "0.820",
    ],
    [
      "nothing is left among alike prompts",
      "confounded",
      { blind: TELLING, overlap: { ...OVERLAP, lo: 0.5 } },
      "0.750 [0.500, 0.830]",
    ],
    [
      "something is left among alike prompts",
      "detected-adjusted",
      { blind: TELLING },
      "0.750 [0.640, 0.830]",
    ],
    ["the answers tell and the prompts do not", "detected", {}, "p = 0.005"],
    ["there are too few dates", "inconclusive", { model: { ...STRONG, fewDates: true } }, "Too few dates"],
    ["the interval ends at .60", "bounded", { model: { ...CLEAN, auc: { ...CLEAN.auc, hi: 0.6 } } }, "0.600"],
    ["nothing is shown", "inconclusive", { model: CLEAN }, "smallest detectable AUC 0.630"],
    [
      "looks tell, the answers do not",
      "inconclusive",
      { model: { ...CLEAN, auc: { point: 0.72, lo: 0.4, hi: 0.9 } }, blind: TELLING },
      "p = 0.400",
    ],
  ];

  it.each(cases)("where %s is %s", (_, name, numbers, decided) => {
    const found = verdict({ ...BASE, ...numbers });

    expect(found.verdict).toBe(name);
    expect(found.sentence).toContain(decided);
  });

  it("detects at p = .05 and not above", () => {
    expect(verdict({ ...BASE, model: { ...STRONG, p: 0.05 } }).verdict).toBe("detected");
    expect(verdict({ ...BASE, model: { ...STRONG, p: 0.055 } }).verdict).toBe("inconclusive");
  });

  it("never speaks of detection where the prompts tell as much, whatever the numbers", () => {
    fc.assert(
      fc.property(
        bound(),
        bound(),
        bound(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.boolean(),
        (auc, blind, overlap, p, fewDates) => {
          const found = verdict({
            instrumentFailure: null,
            model: { auc, p, minDetectable: 0.6, fewDates },
            blind,
            overlap: { ...overlap, essMembers: 50, essControls: 50 },
          });
          if (!found.verdict.startsWith("detected")) return;
          expect(p <= 0.05 && !fewDates).toBe(true);
          expect(blind.lo <= 0.5 || (blind.hi < auc.point && overlap.lo > 0.5)).toBe(true);
          expect(found.verdict === "detected").toBe(blind.lo <= 0.5);
        },
      ),
    );
  });
});

describe("outcomeRecall()", () => {
  const gap = { point: 0.37, lo: 0.27, hi: 0.44 };
  const difference = { point: 0.41, lo: 0.3, hi: 0.52 };

  it("says yes to a clear gap, with the difference where there is one", () => {
    expect(outcomeRecall({ gap, difference: null })).toEqual({
      recall: "yes",
      sentence: "Accuracy is 37 points [27, 44] higher before the cutoff than after it",
    });
    expect(outcomeRecall({ gap, difference })).toEqual({
      recall: "yes",
      sentence:
        "Accuracy is 37 points [27, 44] higher before the cutoff than after it, and the gap exceeds that of a model with an earlier cutoff on the same rows by 41 [30, 52]",
    });
  });

  it("does not take a change of regime for recall", () => {
    const found = outcomeRecall({ gap, difference: { point: 0.02, lo: -0.05, hi: 0.09 } });

    expect(found.recall).toBe("unknown");
    expect(found.sentence).toContain("change of regime");
  });

  it("says no only where a gap worth having is excluded", () => {
    expect(outcomeRecall({ gap: { point: -0.04, lo: -0.13, hi: 0.05 }, difference: null })).toEqual({
      recall: "no",
      sentence: "Accuracy is 4 points lower before the cutoff than after it, a gap of -4 [-13, 5]",
    });
    expect(outcomeRecall({ gap: { point: 0.03, lo: -0.09, hi: 0.15 }, difference: null }).recall).toBe(
      "unknown",
    );
    expect(
      outcomeRecall({ gap: { point: -0.003, lo: -0.09, hi: 0.05 }, difference: null }).sentence,
    ).not.toContain("-0 ");
    expect(outcomeRecall({ gap: null, difference: null }).recall).toBe("unknown");
  });
});

function bound(): fc.Arbitrary<CiBound> {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  return fc.tuple(share, share, share).map((values) => {
    const [lo, point, hi] = values.toSorted((a, b) => a - b);
    return { lo: lo!, point: point!, hi: hi! };
  });
}
