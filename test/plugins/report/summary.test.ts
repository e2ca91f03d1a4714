import { describe, expect, it } from "vitest";
import { catalogue } from "../../../plugins/mod.ts";
import summaryByDefault, { summary } from "../../../plugins/report/summary.ts";
import {
  cellCases,
  ci,
  fileOf,
  golden,
  goldenReport,
  PASSING,
  partsOf,
  reportOf,
  UNCALIBRATED,
} from "./_golden.ts";

const writer = summary.make({});

/** Rows of cells as RFC 4180 reads them. */
function readCsv(text: string): ReadonlyArray<ReadonlyArray<string>> {
  const rows: Array<Array<string>> = [[]];
  for (const [, quoted, bare, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\n|$)/g)) {
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? bare!);
    if (end === "\n") rows.push([]);
  }
  return rows.filter((row) => row.length > 1);
}

describe("summary", () => {
  it("summary is in the catalogue, as default and by name", async () => {
    expect((await catalogue.report["summary"]!()).default).toBe(summary);
    expect(summaryByDefault).toBe(summary);
  });

  it.each(golden)("summary writes the reference's text: $name", async (example) => {
    const { name, parts } = await partsOf(writer, goldenReport(example));
    expect(name).toBe("summary.csv");
    expect(parts.join("")).toBe(example.expected.summary_csv);
  });

  it("summary leaves what is undefined empty", async () => {
    const text = await fileOf(writer, reportOf([UNCALIBRATED]));
    expect(text.split("\n")[1]).toBe("lab/unasked,,,,,,,,,,1.000000,0,0.000000,false,uncalibrated");
  });

  it("summary leaves what is no number empty", async () => {
    const text = await fileOf(
      writer,
      reportOf([{ ...PASSING, rawAccuracy: ci([Number.NaN, 0.5, Infinity]) }]),
    );
    expect(text.split("\n")[1]).toMatch(/^meta\/llama-3\.1_8b,,0\.500000,,0\.7/);
  });

  it.each(cellCases("csv_cell").filter(({ column }) => column === "model"))(
    "summary disarms a cell that a spreadsheet would run: $id",
    async ({ value }) => {
      const rows = readCsv(await fileOf(writer, reportOf([{ ...PASSING, model: String(value) }])));
      expect(rows[1]![0]).toBe(`'${value}`);
      expect(rows[1]).toHaveLength(15);
    },
  );

  it("summary writes a negative number as a number", async () => {
    const value = Number(cellCases("csv_cell").find(({ id }) => id === "G-csv-numbers-1")?.value);
    const rows = readCsv(
      await fileOf(writer, reportOf([{ ...PASSING, rawAccuracy: ci([value, value, value]) }])),
    );
    expect(rows[1]!.slice(1, 4)).toEqual(["-0.250000", "-0.250000", "-0.250000"]);
  });

  it.each(['a,"b"', "a\nb", "a\rb", "\u001b[31mred", "+1", "-1", "＝1", "\r=1"])(
    "summary keeps %j in one cell",
    async (model) => {
      const rows = readCsv(await fileOf(writer, reportOf([{ ...PASSING, model }])));
      expect(rows).toHaveLength(3);
      expect([model, `'${model}`]).toContain(rows[1]![0]);
      expect(rows[1]![0]).toMatch(/^['a]/);
    },
  );
});
