import { Effect, Stream } from "effect";
import { type ControlFinding, definePlugin, type Judged, type Report, Schema } from "../contract/mod.ts";
import { numberOr, ofKnown, valueOr } from "./_maybe.ts";
import { gateSetPart, judgedPart, modelPart, rankingOf } from "./_report_model.ts";
import { blindPart } from "./_report_statistics.ts";
import type { ReportDocument } from "./report_schema.ts";

/** `report.json`: the whole report for a machine, in one file with a published schema. */
export const json = definePlugin({
  kind: "report",
  name: "json",
  version: "1.0.0",
  options: Schema.Struct({}),
  make: () => ({
    files: (report) =>
      Effect.sync(() => [{ name: "report.json", content: Stream.make(writeReportJson(report)) }]),
  }),
});
export default json;

/** The text of `report.json`, by the schema `configs/report.schema.json`. */
export function writeReportJson(report: Report): string {
  return `${JSON.stringify(reportDocument(report), null, 2)}\n`;
}

/** The report as plain data; where a number is not defined, it is null beside its reason. */
export function reportDocument(report: Report): ReportDocument {
  const { analysis, majority, results, candidates, gates, beside } = report;
  return {
    version: 1,
    provenance: provenance(report),
    settings: { ...analysis.settings, confidence: 0.95 },
    instrument: { ...analysis.instrument, controls: analysis.instrument.controls.map(control) },
    blind: ofKnown(analysis.blind, blindPart),
    majority,
    gates: gateSetPart(gates),
    ranking: rankingOf(report),
    models: results.map((_, index) => modelPart(report, index)),
    excluded: (candidates ?? [])
      .filter(({ selected }) => !selected)
      .map(({ model, reason, detail, passed }) => ({
        ...{ model, reason },
        detail: detail ?? (passed ? "enough models had passed" : "it failed the smoke test"),
      })),
    beside: beside.map(besidePart),
  };
}

function provenance({ provenance: { version, ...rest } }: Report): ReportDocument["provenance"] {
  return { recall_guard: version, ...rest };
}

const UNCALIBRATED = "the control could not be calibrated";

function control({ auc, p, ...found }: ControlFinding): ReportDocument["instrument"]["controls"][number] {
  return {
    ...found,
    auc: valueOr(auc, UNCALIBRATED, (bound) => bound),
    p: numberOr(p, UNCALIBRATED),
  };
}

function besidePart(judged: Judged): ReportDocument["beside"][number] {
  return {
    ...gateSetPart(judged.gates),
    ranking: rankingOf(judged),
    models: judged.verdicts.map((verdict) => ({
      model: verdict.model,
      ...judgedPart(verdict, judged.gates.blocking),
    })),
  };
}
