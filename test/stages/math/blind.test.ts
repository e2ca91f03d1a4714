import { describe, expect, it } from "vitest";
import {
  blind,
  blindFeatures,
  clues,
  fnv1a32,
  hashedGrams,
  integer,
  type Random,
  random,
} from "../../../stages/math/mod.ts";
import { vector } from "./_golden.ts";
import { ungrouped } from "./_rows.ts";

interface Golden {
  readonly input: ReadonlyArray<string>;
  readonly expect: ReadonlyArray<Readonly<Record<string, number>>>;
  readonly char3_buckets_of_first: ReadonlyArray<number>;
  readonly fnv1a32: Readonly<Record<string, number>>;
}

const golden = vector<Golden>("blind_features");

describe("blindFeatures()", () => {
  it.each(golden.input.map((text, i) => ({ text, expected: golden.expect[i]! })))(
    "agrees with the method on $text",
    ({ text, expected }) => {
      const found = blindFeatures(text);

      expect(found.logLength).toBeCloseTo(expected["log_len"]!, 12);
      expect(found.words).toBe(expected["words"]);
      expect(found.digits).toBeCloseTo(expected["digit_frac"]!, 12);
      expect(found.upperCase).toBeCloseTo(expected["upper_frac"]!, 12);
      expect(found.punctuation).toBeCloseTo(expected["punct_frac"]!, 12);
      expect(found.latestYear).toBe(expected["max_year"]);
      expect(found.endsWithEllipsis).toBe(expected["ends_ellipsis"]);
    },
  );

  it.each([
    ["closed at 2024.50", 0],
    ["$2024 a share", 0],
    ["12,2024 and 2,019", 0],
    ["rose 2024% or 1999 %", 0],
    ["a change of -2024 or +1999", 0],
    ["model X2024 and 2024A", 0],
    ["id 20240 and 120241", 0],
    ["in 1999, or 2024.", 2024],
    ["the 2019-2021 span", 2021],
    ["due 2031-01-02", 2031],
  ])("reads the year of %j as %d", (text, year) => {
    expect(blindFeatures(text).latestYear).toBe(year);
  });

  it("is 0 throughout for an empty text and sees either ellipsis", () => {
    expect(Object.values(blindFeatures(""))).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect(["up…", "up... \n", "up.."].map((text) => blindFeatures(text).endsWithEllipsis)).toEqual([
      1, 1, 0,
    ]);
  });
});

describe("hashedGrams()", () => {
  it("hashes as the method does", () => {
    for (const [text, hash] of Object.entries(golden.fnv1a32)) expect(fnv1a32(text)).toBe(hash);
    const grams = golden.char3_buckets_of_first.map((_, i) => golden.input[0]!.slice(i, i + 3));

    expect(grams.map((gram) => fnv1a32(gram) % 512)).toEqual(golden.char3_buckets_of_first);
  });

  it("holds every gram of 3 to 5 characters, whatever its bytes, at length 1", () => {
    const text = "für 𝄞abc für";
    const characters = Array.from(text);
    const counts = new Float64Array(512);
    for (let size = 3; size <= 5; size++) {
      for (let start = 0; start + size <= characters.length; start++) {
        counts[fnv1a32(characters.slice(start, start + size).join("")) % 512]!++;
      }
    }
    const length = Math.sqrt(counts.reduce((sum, count) => sum + Math.log1p(count) ** 2, 0));

    hashedGrams(text).forEach((value, bucket) => {
      expect(value).toBeCloseTo(Math.log1p(counts[bucket]!) / length, 12);
    });
    expect(hashedGrams("ab").every((value) => value === 0)).toBe(true);
  });
});

describe("blind()", () => {
  it("is silent on corpora that are exchangeable, in at least 9 of 10 draws", () => {
    const separable = Array.from({ length: 30 }, (_, seed) => {
      const draw = random(seed, "prompts");
      return judged(prompts(30, draw), prompts(30, draw), seed).isSeparable;
    });

    expect(separable.filter(Boolean).length).toBeLessThanOrEqual(3);
  });

  it("names a trailing ellipsis, first, where only that differs", () => {
    const draw = random(1, "prompts");
    const found = judged(
      prompts(40, draw).map((prompt) => `${prompt}...`),
      prompts(40, draw),
      1,
    );

    expect(found.isSeparable).toBe(true);
    expect(found.auc.lo).toBeGreaterThan(0.9);
    expect(found.clues[0]!.words).toBe("ends with an ellipsis: 100 % against 0 %");
  });

  it("names dates and the level of an index", () => {
    const draw = random(1, "prompts");
    const dated = (year: number, level: number) =>
      prompts(40, draw).map(
        (prompt, i) => `Date: ${year}-03-${10 + (i % 20)}. Index at ${level + i}.${10 + i}. ${prompt}`,
      );
    const words = judged(dated(2003, 1100), dated(2019, 2900), 1).clues.map((clue) => clue.words);

    expect(words).toContain("dates: latest year 2003 against 2019");
    expect(words.some((clue) => clue.startsWith("level of the numbers quoted: largest 11"))).toBe(true);
    expect(words.some((clue) => clue.startsWith("contains "))).toBe(true);
  });

  it("reads at most so many prompts of a class and says how many", () => {
    const draw = random(1, "prompts");
    const found = judged(prompts(60, draw), prompts(20, draw), 1, 30);

    expect([found.members, found.controls]).toEqual([30, 20]);
  });

  it("has a reason where a class is too small, and refuses groups of another number", () => {
    const rows = { members: ["a"], controls: ["b", "c"], memberGroups: [null], controlGroups: [null, null] };

    expect(blind(rows, { random: random(1, "blind") })).toEqual({
      ok: false,
      reason: "Too few prompts: 1 memorised and 2 control",
    });
    expect(() => blind({ ...rows, controlGroups: [] }, { random: random(1, "blind") })).toThrow(RangeError);
  });
});

describe("clues()", () => {
  it("names nothing where nothing differs, nor on empty corpora", () => {
    const draw = random(2, "prompts");

    expect(clues(prompts(50, draw), prompts(50, draw))).toEqual([]);
    expect(clues([], [])).toEqual([]);
    expect(clues(["a", "a", "a"], ["a", "a"])).toEqual([]);
  });

  it("quotes a phrase that only one corpus has", () => {
    const draw = random(3, "prompts");
    const found = clues(
      prompts(50, draw).map((prompt) => prompt.replace("Ticker", "Symbol")),
      prompts(50, draw),
    );

    expect(found[0]!.auc).toBe(1);
    expect(found[0]!.words).toMatch(/^contains ".*(icker|ymbol|Tick|Symb).*"/);
  });
});

function judged(
  members: ReadonlyArray<string>,
  controls: ReadonlyArray<string>,
  seed: number,
  maxRows = 400,
) {
  const found = blind(
    { members, controls, memberGroups: ungrouped(members.length), controlGroups: ungrouped(controls.length) },
    { random: random(seed, "blind"), permutations: 29, maxRows },
  );
  if (!found.ok) throw new Error(found.reason);
  return found.blind;
}

const MOODS = ["firm", "weak", "steady", "late", "broad", "thin"];

function prompts(n: number, draw: Random): ReadonlyArray<string> {
  const letter = () => String.fromCharCode(65 + integer(draw, 26));
  return Array.from({ length: n }, () => {
    const ticker = Array.from({ length: 4 }, letter).join("");
    return `Ticker ${ticker}, ${MOODS[integer(draw, 6)]} close, ${MOODS[integer(draw, 6)]} volume. Direction?`;
  });
}
