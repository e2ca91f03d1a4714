/** The report writers. */
export { records } from "./records.ts";
export { summary } from "./summary.ts";
export { terminal } from "./terminal.ts";
export { top3 } from "./top3.ts";
