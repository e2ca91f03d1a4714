export { type Charge, type Entry, headOf } from "./entry.ts";
export { type Journal, openJournal } from "./journal.ts";
export { takeLock } from "./lock.ts";
export { Processes, type ProcessMark } from "./processes.ts";
export { type JournalReader, type JournalSummary, readJournal } from "./reader.ts";
export { type AnswerSums, type Spent, spending } from "./spending.ts";
