import { Effect, Either, Layer, Stream } from "effect";
import { describe, expect, it, onTestFinished } from "vitest";
import { Schema } from "../../plugins/contract/mod.ts";
import { decodeAt, readSource } from "../../runtime/config/mod.ts";
import { cutoffGuard, loadCutoffs, loadEvalSet } from "../../stages/mod.ts";
import { casesIn } from "../support/cases.ts";
import { evalSetOf, fakeInputs, fakeProgress, STUDY } from "./_fakes.ts";

interface EvalSetInput {
  readonly type: "eval_set_file";
  readonly filename: string;
  readonly bytes_b64: string;
}
interface GeneratedInput {
  readonly type: "eval_set_generated";
  readonly generator: {
    readonly lines: ReadonlyArray<{
      readonly prompt_repeat: string;
      readonly chars: number;
      readonly target_direction: number;
    }>;
  };
}
interface DateInput {
  readonly type: "cutoff_check";
  readonly row_date: string;
  readonly model_cutoff: string;
  readonly env_TZ: string;
}
interface RegistryInput {
  readonly type: "cutoffs_yaml";
  readonly bytes_b64: string;
}
interface ConfigInput {
  readonly type: "config_yaml";
  readonly bytes_b64: string;
}
interface PathInput {
  readonly type: "eval_set_path";
}
type Input = EvalSetInput | GeneratedInput | DateInput | RegistryInput | ConfigInput | PathInput;

interface Accept {
  readonly refused?: string;
  readonly rows?: ReadonlyArray<ReadRow> | number;
  readonly rows_note?: string;
  readonly verdict?: "violation" | "refused" | "safe";
  readonly cutoffs?: Readonly<Record<string, string>>;
  readonly config?: unknown;
}

interface ReadRow {
  readonly prompt: string;
  readonly target_direction: number;
}

const cases = casesIn<Input, Accept>("files.jsonl");

/**
 * Where the design decides otherwise than the case prefers: a repeated prompt is a warning, the header stands on the
 * first line that is not blank, a date is a calendar date without a time, a switch is no text.
 */
const CHOSEN: Readonly<Record<string, number>> = {
  "E-duplicates-2": 1,
  "E-header-2": 1,
  "E-date-zone-1": 1,
  "E-date-zone-2": 1,
  "E-date-zone-3": 1,
  "E-date-equal-2": 2,
  "E-yaml-date-3": 1,
  "E-yaml-types-5": 1,
};

/** The case's answer that the design chooses. */
const chosen = (id: string) => {
  const found = cases.find((one) => one.id === id);
  const accept = found?.expected.accept[CHOSEN[id] ?? found.expected.preferred];
  if (accept === undefined) throw new RangeError(`no case "${id}"`);
  return accept;
};

const ofType = <T extends Input["type"]>(type: T) =>
  cases.flatMap(({ id, kind, fact, input }) =>
    input.type === type ? [{ id, kind, fact, input: input as Extract<Input, { readonly type: T }> }] : [],
  );

const bytesOf = (base64: string) => new Uint8Array(Buffer.from(base64, "base64"));

/** The header by the name that it has here. */
const renamed = (bytes: Uint8Array) =>
  new Uint8Array(
    Buffer.from(
      Buffer.from(bytes).toString("latin1").replace('"_lab_header":true', '"_cutoff_date":"2025-07-01"'),
      "latin1",
    ),
  );

async function readEvalSet(name: string, bytes: Uint8Array, piece: number) {
  const progress = fakeProgress();
  const read = Effect.gen(function* () {
    const set = yield* loadEvalSet(name);
    const prompts = [...(yield* Stream.runCollect(set.prompts))];
    const rows = prompts.map((prompt, i): ReadRow => ({ prompt, target_direction: set.targets[i] ?? NaN }));
    return { rows, cutoffDate: set.cutoffDate, warnings: progress.warnings };
  });
  const layer = Layer.merge(fakeInputs({ [name]: bytes }, piece), progress.layer);
  return Effect.runPromise(Effect.either(Effect.provide(read, layer)));
}

describe.each([3, 1 << 16])("an eval set read in pieces of %i bytes", (piece) => {
  it.each(ofType("eval_set_file"))("$id: $fact", async ({ id, input, kind }) => {
    const bytes = bytesOf(input.bytes_b64);
    const read = await readEvalSet(input.filename, kind === "header" ? renamed(bytes) : bytes, piece);
    const { refused, rows, rows_note } = chosen(id);

    if (refused !== undefined) {
      const message = Either.isLeft(read) ? read.left.message : "";
      for (const line of message.split("\n"))
        expect(line).toMatch(/^(?:eval\.jsonl:\d+:\d+: |Cannot (?:read|use) "eval\.jsonl(?:\.gz)?": )\S/);
      return;
    }
    const found = Either.getOrThrow(read);
    if (typeof rows === "number") expect(found.rows).toHaveLength(rows);
    else if (rows !== undefined) expect(found.rows).toEqual(rows);
    else {
      expect(rows_note).toMatch(/^all rows kept in order/);
      const lines = new TextDecoder().decode(bytes).trimEnd().split("\n");
      expect(found.rows).toEqual(lines.map((line) => JSON.parse(line)));
    }
  });
});

describe("an eval set made by a rule", () => {
  it.each(ofType("eval_set_generated"))("$id: $fact", async ({ input: { generator } }) => {
    const rows = generator.lines.map(({ prompt_repeat, chars, target_direction }) => ({
      prompt: prompt_repeat.repeat(Math.ceil(chars / prompt_repeat.length)).slice(0, chars),
      target_direction,
    }));
    const bytes = new TextEncoder().encode(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));

    const read = await readEvalSet("eval.jsonl", bytes, 1 << 16);

    expect(Either.getOrThrow(read).rows).toEqual(rows);
  });
});

describe("a row's date against a cutoff, rows forbidden", () => {
  const zones = ["UTC", "America/Los_Angeles", "Asia/Tokyo", "Pacific/Auckland"];

  it.each(ofType("cutoff_check"))("$id: $fact", async ({ id, input }) => {
    const before = process.env["TZ"];
    onTestFinished(() => {
      if (before === undefined) delete process.env["TZ"];
      else process.env["TZ"] = before;
    });
    const verdicts: Array<string> = [];
    for (const zone of new Set([input.env_TZ, ...zones])) {
      process.env["TZ"] = zone;
      verdicts.push(await verdict(input));
    }

    expect(new Set(verdicts)).toEqual(new Set([chosen(id).verdict]));
  });

  async function verdict({ row_date, model_cutoff }: DateInput): Promise<string> {
    const progress = fakeProgress();
    const row = { prompt: "Up?", target_direction: 1, metadata: { date: row_date } };
    const files = {
      "eval.jsonl": `${JSON.stringify(row)}\n`,
      "cutoffs.yaml": `models: { lab/mock-7b: ${model_cutoff} }\n`,
    };
    const checked = Effect.gen(function* () {
      const evalSet = yield* loadEvalSet("eval.jsonl");
      const cutoffs = yield* loadCutoffs("cutoffs.yaml");
      const study = { ...STUDY, models: ["lab/mock-7b"] };
      const corpora = { isMemorized: evalSetOf([]), oosControl: evalSetOf([]) };
      return yield* cutoffGuard.run({ study, evalSet, corpora, cutoffs }, { rows: "forbid" });
    });
    const layer = Layer.merge(fakeInputs(files), progress.layer);
    const ended = await Effect.runPromise(Effect.either(Effect.provide(checked, layer)));
    if (Either.isRight(ended)) return "safe";
    return ended.left._tag === "CutoffViolation" ? "violation" : "refused";
  }
});

describe("a cutoff registry", () => {
  it.each(ofType("cutoffs_yaml"))("$id: $fact", async ({ id, input }) => {
    const text = inModels(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytesOf(input.bytes_b64)));
    const layer = fakeInputs({ "cutoffs.yaml": text });
    const read = await Effect.runPromise(Effect.either(Effect.provide(loadCutoffs("cutoffs.yaml"), layer)));
    const { refused, cutoffs } = chosen(id);

    if (refused !== undefined) {
      for (const line of Either.isLeft(read) ? read.left.message.split("\n") : [""])
        expect(line).toMatch(/^cutoffs\.yaml(?::\d+:\d+)?: \S/);
    } else {
      const dates = [...Either.getOrThrow(read)].map(([model, { date }]) => [model, date]);
      expect(Object.fromEntries(dates)).toEqual(cutoffs);
    }
  });

  /** The map of a case under the key that it has here. */
  function inModels(text: string): string {
    const [, mark = "", body = ""] = /^(\uFEFF?)(.*)$/s.exec(text) ?? [];
    if (body.startsWith("#")) return text;
    if (body.startsWith("cutoffs:")) return `${mark}${body.replace("cutoffs:", "models:")}`;
    return `${mark}models:\n${body.replace(/^(?=.)/gm, "  ")}`;
  }
});

describe("a switch in a config", () => {
  it.each(ofType("config_yaml"))("$id: $fact", ({ id, input }) => {
    const source = readSource(new TextDecoder().decode(bytesOf(input.bytes_b64)), "run.yaml");
    const schema = Schema.Struct({ no_reference: Schema.Boolean });

    expect(chosen(id).refused).toBe("exit 2: not a boolean");
    expect(Either.flip(decodeAt(schema, source, source.value))).toEqual(
      Either.right([{ at: "run.yaml:1:15", says: 'no_reference: expected true or false, got "false"' }]),
    );
  });
});

describe("the cases", () => {
  it("are all tried", () => {
    const tried = [
      "eval_set_file",
      "eval_set_generated",
      "cutoff_check",
      "cutoffs_yaml",
      "config_yaml",
    ] as const;
    const counts = tried.map((type) => ofType(type).length);

    expect(counts).toEqual([39, 1, 12, 14, 1]);
    // The paths are tried in test/runtime/inputs.test.ts and, as processes, in test/e2e/bad_input.test.ts.
    expect(cases.filter(({ input }) => input.type === "eval_set_path")).toHaveLength(1);
    expect(counts.reduce((sum, count) => sum + count, 1)).toBe(cases.length);
  });
});
