import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ArrayFormatter, Schema } from "../../plugins/contract/mod.ts";
import { CutoffDate, lastDay } from "../../stages/_cutoff_date.ts";
import { CutoffRegistry, toCutoff } from "../../stages/_cutoff_registry.ts";

const is = Schema.is(CutoffDate);

describe("CutoffDate", () => {
  it.each(["2023-12-31", "2023-12", "2024-02-29", "0001-01"])("CutoffDate takes %s", (text) => {
    expect(is(text)).toBe(true);
  });

  it.each([
    "2023",
    "2023-13",
    "2023-00",
    "2023-1",
    "2023-02-29",
    "2023-12-",
    " 2023-12",
    "12-2023",
    "2023-12-31T00:00",
  ])("CutoffDate refuses %s", (text) => {
    expect(is(text)).toBe(false);
  });

  it("CutoffDate says what it expected and what it got", () => {
    const decoded = Schema.decodeUnknownEither(CutoffDate)("2023-13");
    const says = decoded._tag === "Left" ? ArrayFormatter.formatErrorSync(decoded.left)[0]?.message : "";

    expect(says).toBe('expected a date YYYY-MM-DD or a month YYYY-MM, got "2023-13"');
  });
});

describe("lastDay()", () => {
  it.each([
    ["2023-12", "2023-12-31"],
    ["2024-06", "2024-06-30"],
    ["2024-02", "2024-02-29"],
    ["2023-02", "2023-02-28"],
    ["1900-02", "1900-02-28"],
    ["2024-08-05", "2024-08-31"],
  ])("lastDay() of %s is %s", (date, last) => {
    expect(lastDay(date)).toBe(last);
  });

  it("lastDay() is the day before the first of the next month", () => {
    const month = fc.record({
      year: fc.integer({ min: 1000, max: 9999 }),
      month: fc.integer({ min: 1, max: 12 }),
    });

    fc.assert(
      fc.property(month, ({ year, month }) => {
        const text = `${year}-${String(month).padStart(2, "0")}`;
        expect(lastDay(text)).toBe(new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10));
      }),
    );
  });

  it("lastDay() refuses what is no month", () => {
    expect(() => lastDay("2023-13")).toThrow(RangeError);
  });
});

describe("toCutoff()", () => {
  const decode = Schema.decodeUnknownSync(CutoffRegistry, { onExcessProperty: "error" });
  const cutoff = (entry: unknown) => toCutoff(decode({ models: { one: entry } }).models["one"] ?? "");

  it.each([
    ["2023-12-15", { date: "2023-12-15", source: null, precision: null }],
    ["2023-12", { date: "2023-12-31", source: null, precision: "month" }],
    [
      { date: "2023-12-15", precision: "day" },
      { date: "2023-12-15", source: null, precision: "day" },
    ],
    [
      { date: "2024-06", source: "card" },
      { date: "2024-06-30", source: "card", precision: "month" },
    ],
    [
      { date: "2024-06-01", precision: "month" },
      { date: "2024-06-30", source: null, precision: "month" },
    ],
  ])("toCutoff() of %j is %j", (entry, expected) => {
    expect(cutoff(entry)).toEqual(expected);
  });

  it.each([
    { date: "2024-06", precision: "day" },
    { date: "2024-06-30", precision: "about" },
    { date: "2024-06-31" },
    { source: "card" },
    20231231,
  ])("toCutoff() is not asked for %j, which no registry may hold", (entry) => {
    expect(() => cutoff(entry)).toThrow();
  });
});
