import { Ajv } from "ajv";
import { beforeAll, describe, expect, it } from "vitest";
import { Schema } from "../../../plugins/contract/mod.ts";
import { catalogue } from "../../../plugins/mod.ts";
import jsonByDefault, { json, reportDocument, writeReportJson } from "../../../plugins/report/json.ts";
import { ReportDocument } from "../../../plugins/report/report_schema.ts";
import { reportSchema } from "../../../runtime/config/mod.ts";
import { analysisOf, HOSTILE, modelAnalysis } from "./_analysed.ts";
import { fileOf, MAJORITY, PASSING, reportOf, UNCALIBRATED } from "./_golden.ts";

const results = [PASSING, UNCALIBRATED];
const analysis = analysisOf(results.map(({ model }) => modelAnalysis(model)));
const OUTCOME = { passed: true, selected: true, reason: null, detail: null };
const candidates = [
  ...results.map(({ model }) => ({ model, ...OUTCOME })),
  { ...OUTCOME, model: "lab/late", passed: false, selected: false, reason: "timeout", detail: "45 s" },
] as const;
const report = reportOf(results, { analysis, candidates });

let validate: (value: unknown) => boolean;
beforeAll(async () => {
  validate = new Ajv({ strict: true, strictTypes: false, strictRequired: false }).compile(
    await reportSchema(),
  );
});

/** Nulls that stand for a number without a reason beside them. */
function bareNulls(value: unknown, path = ""): ReadonlyArray<string> {
  if (Array.isArray(value)) return value.flatMap((item, i) => bareNulls(item, `${path}[${i}]`));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const at = `${path}.${key}`;
    if (inner !== null) return bareNulls(inner, at);
    const hasReason = "reason" in value && typeof value.reason === "string";
    const isText = /\.(reason|truth|cutoff)$/.test(at);
    return hasReason || isText ? [] : [at];
  });
}

describe("json", () => {
  it("json is in the catalogue, as default and by name", async () => {
    expect((await catalogue.report["json"]!()).default).toBe(json);
    expect(jsonByDefault).toBe(json);
  });

  it("json writes report.json by its schema, the same bytes each time", async () => {
    const text = await fileOf(json.make({}), report);

    expect(text).toBe(writeReportJson(report));
    expect(validate(JSON.parse(text))).toBe(true);
    expect(Schema.decodeUnknownSync(ReportDocument)(JSON.parse(text))).toEqual(reportDocument(report));
  });

  it("json names verdicts, ranking, gates, warnings and provenance", () => {
    const found = reportDocument(report);

    expect(found).toMatchObject({
      version: 1,
      ranking: ["meta/llama-3.1_8b", "lab/unasked"],
      majority: MAJORITY,
      gates: { name: "classic", thresholds: { parse_min: { value: 0.8, reason: null } } },
      provenance: { recall_guard: "0.1.0", seed: 1, provider: { identity: "embedded" } },
      excluded: [{ model: "lab/late", reason: "timeout", detail: "45 s" }],
    });
    expect(found.models[0]).toMatchObject({
      rank: { value: 1 },
      survives: true,
      warnings: [],
      score: { reason: null },
    });
    expect(found.models[0]?.results.raw_accuracy).toEqual({
      value: { point: 0.7, lo: 0.6, hi: 0.8 },
      reason: null,
    });
  });

  it("json says why wherever a number is missing", () => {
    const [, unasked] = reportDocument(report).models;

    expect(unasked?.score).toEqual({ value: null, reason: "blocked by uncalibrated" });
    expect(unasked?.results.mcs_auc).toEqual({ value: null, reason: "12 of 50 control rows are valid" });
    expect(unasked?.components["mcs_auc_point"]?.reason).toBe("12 of 50 control rows are valid");
    expect(unasked?.gates).toContainEqual({
      gate: "weak-calibration",
      outcome: "skipped",
      reason: "12 of 50 control rows are valid",
    });
    expect(bareNulls(JSON.parse(writeReportJson(report)))).toEqual([]);
  });

  it("json never writes a number that JSON lacks", () => {
    const nan = { ...PASSING, parseSuccessRate: Number.NaN };
    const found = JSON.parse(writeReportJson(reportOf([nan], { analysis })));

    expect(validate(found)).toBe(true);
    expect(found.models[0].components.parse_success_rate.value).toBeNull();
    expect(bareNulls(found)).toEqual([]);
  });

  it("json keeps hostile ids as they are, as strings", () => {
    const models = HOSTILE.map((model) => ({ ...PASSING, model }));
    const text = writeReportJson(
      reportOf(models, { analysis: analysisOf(HOSTILE.map((id) => modelAnalysis(id))) }),
    );

    expect(JSON.parse(text).ranking).toEqual(HOSTILE);
    expect(validate(JSON.parse(text))).toBe(true);
  });

  it("json's schema refuses a null without a reason, a number with one and an unknown key", () => {
    const changed = (change: (file: ReturnType<typeof JSON.parse>) => void) => {
      const file = JSON.parse(writeReportJson(report));
      change(file);
      return validate(file);
    };

    expect(changed(() => {})).toBe(true);
    expect(changed((file) => (file.models[0].score.value = null))).toBe(false);
    expect(changed((file) => (file.models[0].score.reason = "why"))).toBe(false);
    expect(changed((file) => (file.models[1].score.reason = ""))).toBe(false);
    expect(changed((file) => (file.models[1].note = 1))).toBe(false);
    expect(changed((file) => delete file.provenance)).toBe(false);
  });
});
