/** The report writers. */
export { fileName } from "./file_name.ts";
export { records, writeRecords } from "./records.ts";
export { statistics, writeAnalysisJson, writeStatisticsCsv } from "./statistics.ts";
export { summary, writeSummaryCsv } from "./summary.ts";
export { renderTerminal, terminal } from "./terminal.ts";
export { top3, writeTop3 } from "./top3.ts";
