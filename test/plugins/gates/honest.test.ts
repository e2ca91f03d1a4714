import { Either } from "effect";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Direction, type Judgement, Schema } from "../../../plugins/contract/mod.ts";
import honestByDefault, { HONEST_GATES, honest, honestVerdicts } from "../../../plugins/gates/honest.ts";
import { catalogue } from "../../../plugins/mod.ts";
import { clusteredShare, random } from "../../../stages/math/mod.ts";
import { judgementOf, UNCALIBRATED } from "../report/_results.ts";
import { type AskedRow, day, resultsOf } from "./_rows.ts";

const MODELS = ["parrot", "student", "coin"];
const CUTOFF = "2023-12-31";

/** 100 days before the cutoff and 100 after it, two rows each: the parrot recalls, the student knows 80 %. */
function market(seed: number): ReadonlyArray<AskedRow> {
  const draw = random(seed, "market");
  const flip = (chance: number, target: Direction): Direction =>
    draw() < chance ? target : target === 1 ? -1 : 1;
  return Array.from({ length: 400 }, (_, i): AskedRow => {
    const date = day(Math.floor(i / 2) - 100);
    const target = draw() < 0.5 ? 1 : -1;
    const recalled = date <= CUTOFF ? target : flip(0.5, target);
    return { date, target, said: [recalled, flip(0.8, target), flip(0.5, target)] };
  });
}

function judged(rows: ReadonlyArray<AskedRow>, more: Partial<Judgement> = {}) {
  const cutoffs = new Map(MODELS.map((model) => [model, CUTOFF]));
  return honestVerdicts(judgementOf(resultsOf(MODELS, rows), { cutoffs, ...more }));
}

function scoresOf(verdicts: ReturnType<typeof honestVerdicts>) {
  return verdicts.map(({ score }) => score);
}

describe("honestVerdicts()", () => {
  it("ranks the skilled model and removes the one that only remembers", () => {
    const [parrot, student, coin] = judged(market(1));
    expect([parrot?.survives, student?.survives, coin?.survives]).toEqual([false, true, false]);
    expect(parrot?.warnings).toEqual(["not-better-than-baseline"]);
    expect(student?.warnings).toEqual([]);
    expect(student?.score).toBeGreaterThan(0.6);
    expect([parrot?.score, coin?.score]).toEqual([0, 0]);
    expect(student?.details).toMatchObject({ p_top3: 1, p_best: 1 });
    expect(student?.says?.[2]).toMatch(/^P\(top 3\) above 0\.99, P\(best\) above 0\.99, tier 1 of \d$/);
  });

  it("scores the lower end of the clustered interval on rows after the cutoff, unread rows counting as wrong", () => {
    const rows = market(2).map((row, i): AskedRow => (i % 20 === 0 ? { ...row, said: [1, null, 1] } : row));
    const after = rows.filter(({ date }) => date !== null && date > CUTOFF);
    const hits = after.map(({ said, target }) => Number(said[1] === target));
    const bound = clusteredShare(
      hits,
      after.map(({ date }) => date ?? ""),
    );
    const [, student] = judged(rows);
    expect(student?.score).toBe(bound?.lo);
    expect(student?.components).toMatchObject({
      post_cutoff_acc_lo: bound?.lo,
      post_cutoff_acc_point: bound?.point,
    });
    expect(student?.details).toMatchObject({ post_cutoff_rows: 200, post_cutoff_days: 100 });
  });

  it("compares with the direction that was most frequent before the earliest cutoff", () => {
    const rows = market(3).map((row): AskedRow => {
      return row.date !== null && row.date <= CUTOFF ? { ...row, target: -1 } : { ...row, target: 1 };
    });
    const [parrot] = judged(rows);
    expect(parrot?.details).toMatchObject({ baseline_acc: 0 });
    expect(parrot?.says?.[1]).toContain("always saying -1 (most frequent of 200 earlier rows)");
  });

  it("assumes 1 and says so where no row lies before the earliest cutoff", () => {
    const verdicts = judged(market(4).filter(({ date }) => date !== null && date > CUTOFF));
    for (const { warnings } of verdicts) expect(warnings).toContain("baseline-assumed");
    expect(verdicts[1]?.survives).toBe(true);
    expect(verdicts[1]?.says?.[1]).toContain("always saying 1 (assumed");
  });

  it("judges each model after its own cutoff, and models against each other after the later of the two", () => {
    const cutoffs = new Map([
      ["parrot", "2024-02-01"],
      ["student", CUTOFF],
      ["coin", "2024-03-01"],
    ]);
    const verdicts = judged(market(5), { cutoffs });
    expect(verdicts.map(({ details }) => details?.["post_cutoff_days"])).toEqual([68, 100, 39]);
    const later = market(5).filter(({ date }) => date !== null && date > "2024-03-01");
    const alone = judged([...market(5).filter(({ date }) => date !== null && date <= CUTOFF), ...later]);
    expect(verdicts[2]?.details?.["post_cutoff_acc_point"]).toBe(
      alone[2]?.details?.["post_cutoff_acc_point"],
    );
  });

  it("removes a model without rows after its cutoff, or without a cutoff, and still judges the others", () => {
    const none = judged(market(6), {
      cutoffs: new Map([
        ["student", CUTOFF],
        ["coin", "2030-01-01"],
      ]),
    });
    expect(none.map(({ warnings }) => warnings)).toEqual([
      ["no-rows-after-cutoff"],
      [],
      ["no-rows-after-cutoff"],
    ]);
    expect(none[0]?.says).toEqual(["No training cutoff is known, so that no row counts as after it"]);
    expect(none[2]?.says).toEqual(["No evaluation row after 2030-01-01"]);
    expect(none[1]?.details).toMatchObject({ p_top3: 1, p_best: 1, tier: 1 });
  });

  it("judges a model that was never asked as without rows, and passes its warning on", () => {
    const results = [
      ...resultsOf(
        ["student"],
        market(7).map((row) => ({ ...row, said: [row.target] })),
      ),
      UNCALIBRATED,
    ];
    const cutoffs = new Map(results.map(({ model }) => [model, CUTOFF]));
    const verdicts = honestVerdicts(judgementOf(results, { cutoffs }));
    expect(verdicts.map(({ survives }) => survives)).toEqual([true, false]);
    expect(verdicts[1]?.warnings).toEqual(["no-rows-after-cutoff", "uncalibrated"]);
  });

  it("takes undated rows as after the cutoff only where the header says so", () => {
    const rows = market(8).map((row): AskedRow => ({ ...row, date: null }));
    expect(judged(rows).every(({ warnings }) => warnings.includes("no-rows-after-cutoff"))).toBe(true);
    const told = judged(rows, { rowsAfter: CUTOFF });
    expect(told[1]?.survives).toBe(true);
    expect(told[1]?.warnings).toEqual(["undated-rows", "baseline-assumed"]);
    expect(told[1]?.details).toMatchObject({ post_cutoff_rows: 400, design_effect: 1 });
  });

  it("blocks an unreliable reader even where it beats the baseline", () => {
    const rows = market(9).map(
      (row, i): AskedRow => ({
        ...row,
        said: [1, i % 4 === 0 ? null : row.target, -1],
      }),
    );
    const [, student] = judged(rows);
    expect(student?.warnings).toEqual(["parse-unreliable"]);
    expect(student?.score).toBe(0);
  });

  it("finds no one better than the baseline on a single day", () => {
    const rows = market(10).map((row): AskedRow => ({ ...row, date: "2024-01-02" }));
    const [, student] = judged(rows);
    expect(student?.warnings).toContain("not-better-than-baseline");
    expect(student?.details).toMatchObject({ p_better: null, post_cutoff_acc_lo: null });
    expect(student?.says).toEqual(["400 rows on 1 day after 2023-12-31: too few days to judge by"]);
  });

  it("prints the design effect beside the interval: rows of one day are not independent", () => {
    const rows = market(11).map((row, i): AskedRow => {
      const right = Math.floor(i / 2) % 5 !== 0;
      return { ...row, said: [1, right ? row.target : row.target === 1 ? -1 : 1, -1] };
    });
    const [, student] = judged(rows);
    expect(student?.details).toMatchObject({ icc: 1, design_effect: 2, n_eff: 100 });
    expect(student?.says?.[0]).toContain("(ICC 1.00, design effect 2.00, 100.0 effective rows)");
  });

  it("moves no rank and no score when a model's AUC is scaled", () => {
    const results = resultsOf(MODELS, market(12));
    const cutoffs = new Map(MODELS.map((model) => [model, CUTOFF]));
    const plain = honestVerdicts(judgementOf(results, { cutoffs, resamples: 20 }));
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.nat({ max: 2 }), share, (index, scale) => {
        const scaled = results.map((result, i) => {
          const { point, lo, hi } = result.mcsAuc ?? { point: 0, lo: 0, hi: 0 };
          return i === index
            ? { ...result, mcsAuc: { point: point * scale, lo: lo * scale, hi: hi * scale } }
            : result;
        });
        expect(honestVerdicts(judgementOf(scaled, { cutoffs, resamples: 20 }))).toEqual(plain);
      }),
      { numRuns: 10 },
    );
  });

  it("gives the same scores whatever the order of the models", () => {
    const rows = market(13);
    const turned = rows.map((row): AskedRow => ({ ...row, said: row.said.toReversed() }));
    const cutoffs = new Map(MODELS.map((model) => [model, CUTOFF]));
    const reversed = honestVerdicts(judgementOf(resultsOf(MODELS.toReversed(), turned), { cutoffs }));
    expect(scoresOf(reversed).toReversed()).toEqual(scoresOf(judged(rows)));
  });

  it("judges nothing where there is nothing", () => {
    expect(honestVerdicts(judgementOf([]))).toEqual([]);
  });
});

describe("honest", () => {
  const decode = Schema.decodeUnknownEither(honest.options);

  it("honest is in the catalogue, as default and by name", async () => {
    expect((await catalogue.gates["honest"]!()).default).toBe(honest);
    expect(honestByDefault).toBe(honest);
  });

  it("honest takes the thresholds of HONEST_GATES unless the config names others", () => {
    expect(Either.getOrThrow(decode({}))).toEqual(HONEST_GATES);
    expect(Either.isLeft(decode({ alpha: 1.5 }))).toBe(true);
  });

  it("honest claims by its alpha", () => {
    const cutoffs = new Map(MODELS.map((model) => [model, CUTOFF]));
    const judgement = judgementOf(resultsOf(MODELS, market(1)), { cutoffs });
    expect(honest.make({ parse_min: 0.8, alpha: 0 }).judge(judgement)[1]?.survives).toBe(false);
    expect(honest.make({ parse_min: 0.8, alpha: 1 }).judge(judgement)[2]?.survives).toBe(true);
  });

  it("honest names only warnings that it can raise as blocking", () => {
    expect(honest.make(HONEST_GATES).blocking).toEqual([
      "parse-unreliable",
      "no-rows-after-cutoff",
      "not-better-than-baseline",
    ]);
  });
});
