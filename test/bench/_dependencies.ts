/** Why each package is installed with recall-guard, in one line. */
export const REASONS: Readonly<Record<string, string>> = {
  "@effect/platform": "files, paths and their errors, on any runtime",
  "@effect/platform-node": "the same on Node's own files and processes",
  "@effect/schema": "named by the design; re-exports what effect has had since 3.10",
  "@observablehq/plot": "the six figures",
  "@swc/wasm-typescript": "takes the types out of a plugin in TypeScript, on Node 20",
  "cli-table3": "the tables of the terminal",
  commander: "the command line and its help",
  "csv-stringify": "summary.csv and statistics.csv",
  effect: "services, errors, concurrency, schemas, seeds' streams",
  "fastest-levenshtein": "what a misspelt key or name was probably meant as",
  linkedom: "the document that the figures are drawn into",
  "log-update": "the progress line",
  openai: "the official SDK of the API that is asked",
  pako: "zlib's deflate as the reference has it: Node's own gives other lengths",
  undici: "connections that are pooled, proxied and closed as the provider says",
  yaml: "configs, with the place of every value",
};
