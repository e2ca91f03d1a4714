/** The report writers. */
export { fileName } from "./file_name.ts";
export { github, writeAnnotations, writeStepSummary } from "./github.ts";
export { json, reportDocument, writeReportJson } from "./json.ts";
export { junit, writeJunit } from "./junit.ts";
export { records, writeRecords } from "./records.ts";
export { ReportDocument } from "./report_schema.ts";
export { statistics, writeAnalysisJson, writeStatisticsCsv } from "./statistics.ts";
export { summary, writeSummaryCsv } from "./summary.ts";
export { renderTerminal, terminal } from "./terminal.ts";
export { type Top3Input, top3, writeTop3 } from "./top3.ts";
