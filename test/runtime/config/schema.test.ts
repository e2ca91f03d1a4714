import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { Effect, Either } from "effect";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { configSchema, readConfig, reportSchema } from "../../../runtime/config/mod.ts";
import { ROOT } from "../../_sources.ts";

const CONFIGS = join(ROOT, "configs");
const YAML = readdirSync(CONFIGS)
  .filter((name) => name.endsWith(".yaml"))
  .map((name): readonly [string, string] => [name, readFileSync(join(CONFIGS, name), "utf8")]);
const SHIPPED = YAML.filter(([, text]) => text.includes("$schema=./pipeline.schema.json"));

const GOOD = `version: 1
seed: 0
inputs: { eval_set: eval.jsonl, is_memorized: memorised.jsonl, oos_control: control.jsonl, cutoffs: cutoffs.yaml }
models: { candidates: [one, two] }
reference_model: none
provider: { use: embedded, with: { models: { one: { reads: [{ file: eval.jsonl, copies: 2 }] } } } }
gates: classic
reports: [terminal, { use: summary }]
resamples: 100
request: { temperature: 0, max_tokens: 64 }
stages: [load, cutoff_guard, { use: smoke, with: { max_size: 3 } }, baseline, calibrate, evaluate, rank, report]
`;

/** Good configs beside the shipped ones: what to replace, and by what. */
const VARIANTS: ReadonlyArray<readonly [name: string, from: string, to: string]> = [
  ["nothing changed", "", ""],
  ["no seed", "seed: 0\n", ""],
  ["the largest seed", "seed: 0", "seed: 9007199254740991"],
  ["a negative seed", "seed: 0", "seed: -1"],
  ["a shortlist", "candidates", "shortlist"],
  ["no reference model", "reference_model: none", "reference_model: null"],
  ["gates with options", "gates: classic", "gates: { use: classic, with: { parse_min: 0.5 } }"],
  ["no reports", "[terminal, { use: summary }]", "[]"],
  ["no stages", /stages: .*\n/.exec(GOOD)?.[0] ?? "", ""],
  ["a run directory", "seed: 0", "out: runs/mine"],
  ["a whole number as 1e2", "resamples: 100", "resamples: 1e2"],
];

const BROKEN: ReadonlyArray<readonly [name: string, from: string, to: string]> = [
  ["an unknown key", "seed: 0", "sead: 0"],
  ["another version", "version: 1", "version: 2"],
  ["a version in quotes", "version: 1", 'version: "1"'],
  ["no version", "version: 1\n", ""],
  ["a broken seed", "seed: 0", "seed: 0.5"],
  ["a seed beyond whole numbers", "seed: 0", "seed: 1e300"],
  ["a seed that is none", "seed: 0", "seed: .nan"],
  ["a seed in words", "seed: 0", "seed: zero"],
  ["an input that is missing", "cutoffs: cutoffs.yaml", ""],
  ["an input too many", "cutoffs: cutoffs.yaml", "cutoffs: cutoffs.yaml, holdout: h.jsonl"],
  ["an input without a name", "eval_set: eval.jsonl", 'eval_set: ""'],
  ["an input with space around it", "eval_set: eval.jsonl", 'eval_set: " eval.jsonl"'],
  ["an input that is a list", "eval_set: eval.jsonl", "eval_set: [eval.jsonl]"],
  ["no models", "candidates: [one, two]", ""],
  ["candidates and a shortlist", "candidates: [one, two]", "candidates: [one], shortlist: [two]"],
  ["an empty list of models", "[one, two]", "[]"],
  ["a model twice", "[one, two]", "[one, two, one]"],
  ["a model that is a number", "[one, two]", "[one, 2]"],
  ["no provider", /provider: .*\n/.exec(GOOD)?.[0] ?? "", ""],
  ["a provider without its options", /\{ use: embedded.*\n/.exec(GOOD)?.[0] ?? "", "embedded\n"],
  ["a provider's option misspelt", "copies: 2", "copys: 2"],
  ["a provider's option of a wrong kind", "copies: 2", "copies: none"],
  ["no gates", "gates: classic\n", ""],
  ["an unknown gate set", "gates: classic", "gates: clasic"],
  ["a gate set beyond its range", "gates: classic", "gates: { use: classic, with: { parse_min: 2 } }"],
  ["a use without a name", "{ use: summary }", "{ with: {} }"],
  ["a use with a key too many", "{ use: summary }", "{ use: summary, option: 1 }"],
  ["a report with an option it has not", "{ use: summary }", "{ use: summary, with: { columns: 3 } }"],
  ["a report of another kind", "{ use: summary }", "classic"],
  ["reports that are no list", "[terminal, { use: summary }]", "terminal"],
  ["a file that is no module", "{ use: summary }", "./desk.txt"],
  ["a package with its version", "{ use: summary }", '"npm:desk@1.0.0"'],
  ["no resamples", "resamples: 100", "resamples: 0"],
  ["a temperature below zero", "temperature: 0", "temperature: -0.1"],
  ["a temperature in words", "temperature: 0", "temperature: hot"],
  ["a time in words", "temperature: 0", "timeout_s: soon"],
  ["an endless temperature", "temperature: 0", "temperature: .inf"],
  ["an unknown key inside", "max_tokens: 64", "max_token: 64"],
  ["no tokens", "max_tokens: 64", "max_tokens: 0"],
  ["no stages", /\[load.*\]/.exec(GOOD)?.[0] ?? "", "[]"],
  ["an unknown stage", "rank, report]", "rank, repport]"],
  ["a stage with an option it has not", "max_size: 3", "max_sise: 3"],
  ["an empty file", GOOD, ""],
  ["a list", GOOD, "- 1\n"],
];

let validate: (value: unknown) => boolean;
beforeAll(async () => {
  const ajv = new Ajv({ strict: true, strictTypes: false, strictRequired: false, allErrors: true });
  validate = ajv.compile(await configSchema());
});

async function decodes(text: string, name = "run.yaml"): Promise<boolean> {
  return Either.isRight(await Effect.runPromise(Effect.either(readConfig(text, name))));
}

describe("configs/pipeline.schema.json", () => {
  it("is what the schema command prints", async () => {
    const written: unknown = JSON.parse(readFileSync(join(CONFIGS, "pipeline.schema.json"), "utf8"));

    expect(written).toEqual(JSON.parse(JSON.stringify(await configSchema())));
  });

  it("is named by every pipeline that ships", () => {
    const pipelines = YAML.filter(([, text]) => /^version:/m.test(text)).map(([name]) => name);

    expect(SHIPPED.map(([name]) => name)).toEqual(pipelines);
    expect(pipelines).toContain("demo.yaml");
  });
});

describe("configs/report.schema.json", () => {
  it("is what the schema command prints of a report", async () => {
    const written: unknown = JSON.parse(readFileSync(join(CONFIGS, "report.schema.json"), "utf8"));

    expect(written).toEqual(JSON.parse(JSON.stringify(await reportSchema())));
  });
});

describe("the JSON schema of a config", () => {
  it.each(SHIPPED)("accepts %s, as the decoder does", async (name, text) => {
    expect([validate(parse(text)), await decodes(text, join(CONFIGS, name))]).toEqual([true, true]);
  });

  it.each(VARIANTS)("accepts a config with %s, as the decoder does", async (_, from, to) => {
    const text = GOOD.replace(from, to);

    expect([GOOD.includes(from), validate(parse(text)), await decodes(text)]).toEqual([true, true, true]);
  });

  it.each(BROKEN)("refuses a config with %s, as the decoder does", async (_, from, to) => {
    const text = GOOD.replace(from, to);

    expect(text).not.toBe(GOOD);
    expect([validate(parse(text)), await decodes(text)]).toEqual([false, false]);
  });

  it("knows what is filled in, and what each key is for", async () => {
    expect(await configSchema()).toMatchObject({
      properties: {
        resamples: { default: 1000, description: expect.stringContaining("Bootstrap") },
        request: { properties: { timeout_s: { default: 45 } } },
        gates: { anyOf: expect.arrayContaining([expect.objectContaining({ enum: ["classic", "honest"] })]) },
      },
    });
  });

  it("says of every key what it is for", async () => {
    const { properties } = await configSchema();
    const keys = Object.entries({ ...(properties as Readonly<Record<string, { description?: string }>>) });

    expect(keys.filter(([, { description = "" }]) => description === "")).toEqual([]);
  });
});
