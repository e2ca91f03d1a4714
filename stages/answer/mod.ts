export * from "./accept_tokens.ts";
export * from "./asked_otherwise.ts";
export * from "./beginning.ts";
export * from "./compact_tokens.ts";
export * from "./measure.ts";
export { type Reading, readAnswer } from "./read_answer.ts";
