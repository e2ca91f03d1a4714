import { describe, expect, it } from "vitest";
import {
  configurePaperStyle,
  type Figure,
  lookOf,
  plotAccuracyWithCi,
  plotCompositeRanking,
  plotMcsAucWithCi,
  plotMcsCalibration,
  plotMiaFeatureDistributions,
  plotScoreAgainstEffectiveN,
} from "../../../../plugins/report/figures/mod.ts";
import { marksOf, textsOf } from "../../../support/svg_marks.ts";
import { ANALYSED, known, none, REMOVED, SURVIVES, UNKNOWN } from "./_analysed.ts";

const MODELS = [ANALYSED, UNKNOWN];
const MAJORITY = { direction: 1, accuracy: { point: 0.53125, lo: 0.46875, hi: 0.59375 } } as const;
const BLIND = known({
  members: 40,
  controls: 30,
  auc: { point: 0.5, lo: 0.4375, hi: 0.5625 },
  isSeparable: false,
  folds: 5,
  isGrouped: true,
  permutations: 49,
  inflation: 1,
  minDetectable: 0.6,
  clues: [],
});
const AUC = { point: 0.8125, lo: 0.75, hi: 0.875 };
const RESULTS = [
  { model: ANALYSED.model, mcsAuc: AUC, reason: null },
  { model: UNKNOWN.model, mcsAuc: null, reason: "12 of 50 control rows are valid" },
];
const RANKING = {
  order: [0, 1],
  verdicts: [SURVIVES, REMOVED],
  gates: { name: "honest", formula: "post_cutoff_acc_lo", blocking: ["uncalibrated"] },
};

const figures = (): ReadonlyArray<Figure> => [
  plotMiaFeatureDistributions(MODELS),
  plotMcsCalibration(MODELS),
  plotAccuracyWithCi({ models: MODELS, majority: MAJORITY }),
  plotMcsAucWithCi({ results: RESULTS, blind: BLIND }),
  plotCompositeRanking(RANKING),
  plotScoreAgainstEffectiveN({ verdicts: RANKING.verdicts, models: MODELS }),
];

describe("every figure", () => {
  it.each(figures())(
    "$name is 3.5 inches wide, in text of 8 points, one image with a title and its numbers in words",
    ({ svg, title }) => {
      const [, head = ""] = /^<svg ([^>]+)>/.exec(svg) ?? [];
      for (const part of [
        'xmlns="http://www.w3.org/2000/svg"',
        'width="3.5in"',
        'viewBox="0 0 252 ',
        'role="img"',
      ])
        expect(head).toContain(part);
      expect(svg).toContain('font-size="8"');
      expect(svg.match(/font-size="(?!8")/g)).toBeNull();
      expect(svg).toMatch(new RegExp(`<title id="\\w+-title">${title}</title><desc id="\\w+-desc">`));
      expect(svg).not.toMatch(/<style|style=|aria-label=|NaN|Infinity|undefined/);
    },
  );

  it("comes out the same twice", () => {
    expect(figures()).toEqual(figures());
  });

  it("uses no id that another uses", () => {
    const ids = figures().flatMap(({ svg }) => [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    expect(ids.length).toBeGreaterThan(12);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(figures())(
    "$name says a dash with the reason where there is no number, and draws no 0",
    ({ svg, name }) => {
      const reasons = { composite_ranking: "uncalibrated", score_against_effective_n: "no score" };
      const reason = Object.hasOwn(reasons, name) ? "" : "—";
      if (reason !== "") expect(textsOf(svg).some((text) => text.startsWith(reason))).toBe(true);
      for (const mark of marksOf(svg, { model: UNKNOWN.model })) {
        for (const key of ["point", "lo", "hi", "score", "predicted"]) {
          if (key in mark) expect([key, mark[key]]).toEqual([key, ""]);
        }
      }
    },
  );

  it("escapes a hostile name, and shows signs that cannot be seen", () => {
    const model = '<img src=x onerror=alert(1)>|=cmd()"\u202e\u0000';
    const { svg } = plotMcsAucWithCi({ results: [{ model, mcsAuc: AUC, reason: null }], blind: none("<b>") });
    for (const raw of ["<img", "<b>", "\u202e", "\u0000"]) expect(svg).not.toContain(raw);
    expect(marksOf(svg)[0]?.["model"]).toBe('<img src=x onerror=alert(1)>|=cmd()"\\u{202e}\\u{0}');
  });

  it("draws no model at all without fault", () => {
    for (const { svg } of [
      plotMiaFeatureDistributions([]),
      plotMcsCalibration([]),
      plotAccuracyWithCi({ models: [], majority: MAJORITY }),
      plotMcsAucWithCi({ results: [], blind: none("not looked at") }),
      plotCompositeRanking({ ...RANKING, order: [], verdicts: [] }),
      plotScoreAgainstEffectiveN({ verdicts: [], models: [] }),
    ]) {
      expect(svg).not.toMatch(/NaN|Infinity|undefined/);
    }
  });
});

describe("the marks of figures", () => {
  it("plotAccuracyWithCi() holds accuracy before and after, and the majority band", () => {
    const { svg } = plotAccuracyWithCi({ models: MODELS, majority: MAJORITY });
    const model = ANALYSED.model;
    expect(marksOf(svg, { model })).toEqual([
      { model, side: "before", point: "0.75", lo: "0.65", hi: "0.85", rows: "100", dates: "90" },
      { model, side: "after", point: "0.5125", lo: "0.4125", hi: "0.6125", rows: "120", dates: "95" },
    ]);
    expect(marksOf(svg, { band: "majority" })).toEqual([
      { band: "majority", direction: "1", point: "0.53125", lo: "0.46875", hi: "0.59375" },
    ]);
    expect(textsOf(svg).filter((text) => text === "— no training cutoff is known")).toHaveLength(2);
  });

  it("plotMcsAucWithCi() holds each area and the blind one; without a blind one it says why", () => {
    const { svg } = plotMcsAucWithCi({ results: RESULTS, blind: BLIND });
    expect(marksOf(svg)).toEqual([
      { band: "blind", point: "0.5", lo: "0.4375", hi: "0.5625", members: "40", controls: "30" },
      { model: ANALYSED.model, point: "0.8125", lo: "0.75", hi: "0.875" },
      { model: UNKNOWN.model, point: "", lo: "", hi: "" },
    ]);
    expect(textsOf(svg)).toContain("— 12 of 50 control rows are valid");
    const blindless = plotMcsAucWithCi({ results: RESULTS, blind: none("not looked at") });
    expect(textsOf(blindless.svg)).toContain("— blind baseline: not looked at");
    expect(marksOf(blindless.svg, { band: "blind" })).toEqual([]);
  });

  it("plotMcsCalibration() holds every bin with its count and the ECE", () => {
    const { svg } = plotMcsCalibration(MODELS);
    const model = ANALYSED.model;
    expect(marksOf(svg)).toEqual([
      { model, bin: "0", rows: "20", predicted: "0.2", observed: "0.25", ece: "0.0625" },
      { model, bin: "1", rows: "19", predicted: "0.5", observed: "0.4375", ece: "0.0625" },
      { model, bin: "2", rows: "21", predicted: "0.8", observed: "0.84375", ece: "0.0625" },
    ]);
    expect(textsOf(svg)).toContain("ECE 0.062 [0.031, 0.125]");
    expect(textsOf(svg)).toContain("60 rows, 19–21 a bin");
  });

  it("plotMiaFeatureDistributions() holds every bin and median of both corpora", () => {
    const { svg } = plotMiaFeatureDistributions(MODELS);
    const loss = marksOf(svg, { feature: "loss" });
    expect(loss).toHaveLength(4);
    const range = { model: ANALYSED.model, feature: "loss", lo: "-2", hi: "2" };
    expect(loss).toContainEqual({ ...range, corpus: "members", counts: "3 2 1 0", rows: "6" });
    expect(loss).toContainEqual({ ...range, corpus: "controls", counts: "0 2 3 0", rows: "5" });
    const medians = loss.filter(({ median }) => median !== undefined).map(({ median }) => median);
    expect(medians).toEqual(["-0.75", "0.125"]);
  });

  it("plotCompositeRanking() holds the place, score and tier of each model, and which gate removes it", () => {
    const { svg } = plotCompositeRanking(RANKING);
    const first = { model: ANALYSED.model, place: "1", score: "0.4125", tier: "1", blocks: "" };
    const second = { model: UNKNOWN.model, place: "", score: "", tier: "", blocks: "uncalibrated" };
    expect(marksOf(svg)).toEqual([first, first, second]);
    expect(textsOf(svg)).toEqual(expect.arrayContaining(["0.4125, tier 1, P(top 3) 0.75", "— uncalibrated"]));
  });

  it("plotScoreAgainstEffectiveN() takes the gate set's effective rows, and Kish's where it counts none", () => {
    const counted = plotScoreAgainstEffectiveN({ verdicts: RANKING.verdicts, models: MODELS });
    expect(marksOf(counted.svg)).toEqual([{ model: ANALYSED.model, score: "0.4125", "n-eff": "96.5" }]);
    expect(
      textsOf(counted.svg).some((text) => text.startsWith("— lab/unasked: no score, no effective")),
    ).toBe(true);
    const bare = { ...SURVIVES, details: {} };
    const kish = plotScoreAgainstEffectiveN({ verdicts: [bare], models: [ANALYSED] });
    expect(marksOf(kish.svg)).toEqual([{ model: ANALYSED.model, score: "0.4125", "n-eff": "109.5" }]);
    expect(textsOf(kish.svg)).toContain("Effective rows without memory (Kish)");
  });
});

describe("configurePaperStyle()", () => {
  it("changes the size and colours of a figure, and nothing else", () => {
    const style = configurePaperStyle({ widthIn: 5, fontPt: 10, palette: ["#111111"] });
    const { svg } = plotMcsAucWithCi({ results: RESULTS, blind: BLIND }, style);
    expect(svg).toContain('width="5in"');
    expect(svg).toContain('viewBox="0 0 360 ');
    expect(svg).toContain('font-size="10"');
    expect(svg).toContain('fill="#111111"');
    expect(plotMcsAucWithCi({ results: RESULTS, blind: BLIND }).svg).toContain("#0072B2");
  });

  it("gives the first series of a figure looks that differ in colour and in marker", () => {
    const looks = [0, 1, 2, 3, 4].map((series) => lookOf(configurePaperStyle(), series));
    expect(looks.map(({ color }) => color)).toEqual(["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#F0E442"]);
    expect(new Set(looks.map(({ symbol }) => symbol)).size).toBe(5);
    const many = Array.from({ length: 35 }, (_, series) =>
      JSON.stringify(lookOf(configurePaperStyle(), series)),
    );
    expect(new Set(many).size).toBe(35);
  });

  it.each([{ widthIn: 0 }, { fontPt: Number.NaN }, { palette: [] }, { symbols: [] }])(
    "refuses %o",
    (changes) => {
      expect(() => configurePaperStyle(changes)).toThrow(RangeError);
    },
  );
});
