import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { catalogue } from "../../../plugins/mod.ts";
import top3ByDefault, { top3 } from "../../../plugins/report/top3.ts";
import {
  cellCases,
  fileOf,
  golden,
  goldenReport,
  PASSING,
  partsOf,
  reportOf,
  UNCALIBRATED,
} from "./_golden.ts";

const writer = top3.make({});

async function pageFor(model: string): Promise<string> {
  return fileOf(writer, reportOf([{ ...PASSING, model }]));
}

async function nameOf(model: string): Promise<string> {
  const [, name] = /^1\. \*\*(.*)\*\* — score = /m.exec(await pageFor(model))!;
  return name!;
}

describe("top3", () => {
  it("top3 is in the catalogue, as default and by name", async () => {
    expect((await catalogue.report["top3"]!()).default).toBe(top3);
    expect(top3ByDefault).toBe(top3);
  });

  it.each(golden)("top3 begins with the reference's text: $name", async (example) => {
    const { name, parts } = await partsOf(writer, goldenReport(example));
    const text = parts.join("");
    expect(name).toBe("top3.md");
    expect(text.slice(0, example.expected.top3_md.length)).toBe(example.expected.top3_md);
    expect(text.slice(example.expected.top3_md.length)).toMatch(
      /^\n## How the score reads\n\n`classic` favours memory: /,
    );
  });

  it("top3 lists what is known of the models, and why they are uncalibrated", async () => {
    const report = reportOf([PASSING, UNCALIBRATED, PASSING], { known: ["remembers *all*", null, null] });
    const text = await fileOf(writer, report);
    expect(text).toContain(
      "\n## Why models are uncalibrated\n\n- **lab/unasked**: 12 of 50 control rows are valid\n",
    );
    expect(text).toMatch(
      /\n## What is known of the models\n\n- \*\*meta\/llama-3\.1_8b\*\*: remembers \\\*all\\\*\n$/,
    );
  });

  it("top3 says nothing of truths that nobody knows, nor of a score without words", async () => {
    const report = reportOf([PASSING]);
    const silent = { ...report.gates, words: { ...report.gates.words, reading: "" } };
    const text = await fileOf(writer, { ...report, gates: silent });
    expect(text).not.toContain("What is known");
    expect(text.endsWith("top-3 list.\n")).toBe(true);
  });

  it("top3 shows a component that is not defined as a dash, and no p as impossible", async () => {
    const report = reportOf([PASSING]);
    const verdicts = report.verdicts.map((verdict) => ({
      ...verdict,
      components: { tier: null, share: 0.5, p_holm: 1e-7, p_behind: 1, p_best: 0.99999, share_all: 1 },
    }));
    expect(await fileOf(writer, { ...report, verdicts })).toContain(
      "   - Components: tier=—, share=0.5000, p_holm<0.0001, p_behind=1.0000, p_best>0.9999, share_all=1.0000\n",
    );
  });

  it.each([
    "meta/llama-3.1_8b",
    "openai/gpt-oss-20b",
    "lab/a_b__c",
    "lab/llama3:8b-q4@v1",
    "модель/1",
    "a+b (c) #1!",
  ])("top3 leaves the ordinary id %s as it is", async (id) => {
    expect(await nameOf(id)).toBe(id);
  });

  it.each([
    ["a*b_c", "a\\*b_c"],
    ["_a_", "\\_a\\_"],
    ["a_*b", "a\\_\\*b"],
    ["`x", "\\`x"],
    ["a\\", "a\\\\"],
    ["~~a~~|$b$", "\\~\\~a\\~\\~\\|\\$b\\$"],
    ["<img src=x onerror=alert(1)>|=cmd()", "&lt;img src=x onerror=alert(1)&gt;\\|=cmd()"],
    ["&lt;b&gt;", "&amp;lt;b&amp;gt;"],
    ["https://a.example", "https\\://a.example"],
    ["WWW.a.example", "WWW\\.a.example"],
    ["a\u202eb\u200b", "a\\\\u{202e}b\\\\u{200b}"],
  ])("top3 shows %j as text", async (id, shown) => {
    expect(await nameOf(id)).toBe(shown);
  });

  it.each(cellCases("markdown_model_name"))("top3 keeps a hostile id harmless: $id", async ({ value }) => {
    const plain = await pageFor("plain");
    const text = await pageFor(String(value));
    expect(text.split("\n").length).toBe(plain.split("\n").length);
    expect(text.match(/^#+ .*/gm)).toEqual(plain.match(/^#+ .*/gm));
    expect(text).not.toMatch(/<|(?<!\\)[[\]]/);
  });

  it("top3 leaves no sign of markup bare in any id", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary" }), async (id) => {
        const name = await nameOf(id);
        expect(name.replace(/\\[\\`*[\]~|$_:.]/g, "·")).not.toMatch(
          /[\\`*[\]~|$<>\p{Cc}\p{Cs}]|^_|_$|www\.|:\/\//iu,
        );
      }),
    );
  });
});
