import { describe, expect, it } from "vitest";
import { config, GOOD, read, set, wrong } from "./_config.ts";

const KNOWN_KEYS = /^run\.yaml:15:1: unknown key "colour"; known keys: version, seed, inputs, models, /;

describe("readConfig()", () => {
  it("fills in what is left out", async () => {
    const { config, provider, gates, reports, pipeline } = await read(GOOD);

    expect(config).toMatchObject({
      seed: 0,
      resamples: 1000,
      request: { max_tokens: 512, temperature: 0, top_logprobs: 20, timeout_s: 45 },
      retry: { max: 2, backoff_s: 2, max_wait_s: 120 },
      calibration: { min_valid: 50, min_auc: 0.6 },
    });
    expect([provider.item.name, gates.item.name]).toEqual(["embedded", "classic"]);
    expect(reports.map(({ item }) => item.name)).toEqual([
      "terminal",
      "records",
      "summary",
      "top3",
      "statistics",
      "html",
    ]);
    expect(pipeline.stages.map(({ name }) => name)).toEqual([
      "load",
      "cutoff_guard",
      "smoke",
      "baseline",
      "calibrate",
      "evaluate",
      "rank",
      "report",
    ]);
  });

  it("fills in what is left out of a section", async () => {
    const { config: read1 } = await read(config({}, "request: { temperature: 1 }\n"));

    expect(read1.request).toEqual({ max_tokens: 512, temperature: 1, top_logprobs: 20, timeout_s: 45 });
  });

  it("decodes the options of stages", async () => {
    const stages =
      "stages: [load, cutoff_guard, { use: smoke, with: { max_size: 3 } }, baseline, calibrate, evaluate, rank, report]\n";
    const { stageOptions } = await read(config({}, stages));

    expect(stageOptions.slice(0, 4)).toEqual([{ blind: true }, { rows: "count" }, { max_size: 3 }, {}]);
  });

  it("takes an empty list of reports at its word", async () => {
    expect((await read(config({}, "reports: []\n"))).reports).toEqual([]);
  });

  it("lets the command line win over the file", async () => {
    const overrides = [set("seed", "7"), set("request.max_tokens", "9"), set("models.candidates", "[coin]")];
    const { config } = await read(GOOD, overrides);

    expect(config.seed).toBe(7);
    expect(config.request.max_tokens).toBe(9);
    expect(config.models.candidates).toEqual(["coin"]);
  });

  it("tells everything that is wrong at once, in the order of the file", async () => {
    const text = config(
      {
        "version: 1": "version: 2",
        "eval_set:": "evalset:",
        "reference_model: librarian": "reference_model: 5",
        "use: embedded": "use: embeded",
        "use: classic": "use: classical",
      },
      "resamples: 0\nseed: 1.5\nvalidation: loo\nrequest: { temperature: 3, top_logprobs: -1, timeout_s: x }\nreports: [terminal, recrods, 5]\n",
    );

    const lines = await wrong(text);

    expect(
      lines.map((line) =>
        line
          .replace(/ or \{.*\}/, "")
          .replace(/^(run\.yaml:18:13: validation: expected "holdout").*(, got)/, "$1$2"),
      ),
    ).toEqual([
      "run.yaml:1:10: version: expected 1, got 2",
      'run.yaml:3:3: inputs: unknown key "evalset"; did you mean "eval_set"?',
      "run.yaml:9:18: reference_model: expected a text or nothing, got 5",
      'run.yaml:11:8: unknown provider "embeded"; did you mean "embedded"?',
      'run.yaml:14:15: unknown gate set "classical"; did you mean "classic"?',
      "run.yaml:15:12: resamples: expected a whole number from 1 to 1000000, got 0",
      "run.yaml:16:7: seed: expected a whole number, got 1.5",
      expect.stringMatching(/^run\.yaml:17:13: validation: expected .*"holdout".*, got "loo"$/),
      "run.yaml:18:25: request.temperature: expected a number from 0 to 2, got 3",
      "run.yaml:18:42: request.top_logprobs: expected a whole number, 2 or more, got -1",
      'run.yaml:18:57: request.timeout_s: expected a number above 0 and up to 2147483, got "x"',
      'run.yaml:19:21: unknown report writer "recrods"; did you mean "records"?',
      "run.yaml:19:30: reports[2]: expected a name, got 5",
    ]);
  });

  it.each([
    ["nothing", "", "run.yaml: expected a map of keys and values, got nothing"],
    ["a comment", "# later\n", "run.yaml: expected a map of keys and values, got nothing"],
    ["a list", "- a\n", "run.yaml:1:1: expected a map of keys and values, got a list"],
    ["a word", "hello\n", 'run.yaml:1:1: expected a map of keys and values, got "hello"'],
  ])("refuses %s", async (_, text, says) => {
    expect(await wrong(text)).toEqual([says]);
  });

  it("names every key that is missing", async () => {
    expect(await wrong("seed: 1\n")).toEqual([
      'run.yaml:1:1: missing key "version"',
      'run.yaml:1:1: missing key "inputs"',
      'run.yaml:1:1: missing key "models"',
      'run.yaml:1:1: missing key "provider"',
      'run.yaml:1:1: missing key "gates"',
    ]);
  });

  it("has no gate set of its own", async () => {
    expect(await wrong(config({ "gates: { use: classic }\n": "" }))).toEqual([
      'run.yaml:1:1: missing key "gates"',
    ]);
  });

  it("tells the known keys where none is close", async () => {
    expect(await wrong(config({}, "colour: red\n"))).toEqual([expect.stringMatching(KNOWN_KEYS)]);
  });

  it("says where after a byte-order mark too", async () => {
    expect(await wrong(`\uFEFF${config({}, "seed: x\n")}`)).toEqual([
      'run.yaml:15:7: seed: expected a whole number, got "x"',
    ]);
  });
});

describe("readConfig() on what would be paid for in vain", () => {
  it.each([
    [
      "resamples: 1000000000000",
      "15:12: resamples: expected a whole number from 1 to 1000000, got 1000000000000",
    ],
    ["permutations: 1e9", "15:15: permutations: expected a whole number from 19 to 1000000, got 1000000000"],
    [
      "request: { top_logprobs: 1 }",
      "15:26: request.top_logprobs: expected a whole number, 2 or more, got 1",
    ],
    [
      "reports: [records, top3, records]",
      '15:26: reports[2]: report writer "records" stands here a second time',
    ],
    [
      "reports: [{ use: records }, records]",
      '15:29: reports[1]: report writer "records" stands here a second time',
    ],
  ])("refuses %s", async (setting, says) => {
    expect(await wrong(config({}, `${setting}\n`))).toEqual([`run.yaml:${says}`]);
  });
});

describe("readConfig() on models", () => {
  const EITHER =
    "models: expected either candidates (to be tried by the smoke test) or shortlist (to skip it)";

  it.each([
    ["both lists", "candidates: [a]\n  shortlist: [b]", `run.yaml:8:3: ${EITHER}`],
    ["neither list", "{}", `run.yaml:8:3: ${EITHER}`],
    [
      "an empty list",
      "candidates: []",
      "run.yaml:8:15: models.candidates: expected at least one model, got an empty list",
    ],
    [
      "a model twice",
      "candidates: [a, b, a]",
      'run.yaml:8:22: models.candidates[2]: model "a" stands here a second time',
    ],
    ["a number", "candidates: [a, 5]", "run.yaml:8:19: models.candidates[1]: expected a text, got 5"],
    [
      "no name",
      "candidates: [a, '']",
      'run.yaml:8:19: models.candidates[1]: expected a text without space at its edges, got ""',
    ],
    [
      "a name of two lines",
      'candidates: ["a\\nwarning: b"]',
      'run.yaml:8:16: models.candidates[0]: expected a text on one line, got "a\\nwarning: b"',
    ],
    [
      "space at an edge",
      "candidates: [' a']",
      'run.yaml:8:16: models.candidates[0]: expected a text without space at its edges, got " a"',
    ],
  ])("refuses %s", async (_, section, says) => {
    expect(await wrong(config({ "candidates: [parrot, coin]": section }))).toEqual([says]);
  });

  it("takes a shortlist", async () => {
    const { config: read1 } = await read(config({ candidates: "shortlist" }));

    expect(read1.models).toEqual({ shortlist: ["parrot", "coin"] });
  });
});

describe("readConfig() on stages", () => {
  const stages = (list: string) => config({}, `stages: [${list}]\n`);

  it("takes a misspelt stage for the one that was meant, and tells of it once", async () => {
    expect(
      await wrong(stages("load, cutoff_guard, smoke, baseline, calibrate, evalute, rank, report")),
    ).toEqual(['run.yaml:15:58: unknown stage "evalute"; did you mean "evaluate"?']);
  });

  it("lists the built-in stages where none is close", async () => {
    expect(
      await wrong(stages("load, cutoff_guard, smoke, baseline, calibrate, judge, rank, report")),
    ).toEqual([
      'run.yaml:15:58: unknown stage "judge"; built in: load, cutoff_guard, smoke, baseline, calibrate, evaluate, rank, report',
    ]);
  });

  it("answers swapped stages with the sentence, the place and the way out", async () => {
    expect(
      await wrong(stages("load, cutoff_guard, baseline, smoke, calibrate, evaluate, rank, report")),
    ).toEqual([
      'run.yaml:15:30: Stage "baseline" needs "shortlist", which no earlier stage gives; put "smoke" before it',
    ]);
  });

  it("answers a stage left out with its name", async () => {
    expect(await wrong(stages("load, smoke, baseline, calibrate, evaluate, rank, report"))).toEqual([
      'run.yaml:15:16: Stage "smoke" needs "clearance", which no earlier stage gives; add "cutoff_guard" before it',
    ]);
  });

  it("answers a stage twice", async () => {
    expect(
      await wrong(stages("load, cutoff_guard, smoke, smoke, baseline, calibrate, evaluate, rank, report")),
    ).toEqual([
      'run.yaml:15:37: Stage "smoke" gives "shortlist" a second time; remove it or the earlier one',
    ]);
  });

  it("refuses an empty list", async () => {
    expect(await wrong(stages(""))).toEqual([
      "run.yaml:15:9: stages: expected a list that is not empty, got an empty list",
    ]);
  });

  it("refuses options that a stage does not take", async () => {
    const list =
      "load, { use: cutoff_guard, with: { rows: forbit } }, { use: smoke, with: { max_sise: 3, prompts: [] } }, { use: baseline, with: { a: 1 } }, calibrate, evaluate, { use: rank, wiht: {} }, report";

    expect(await wrong(stages(list))).toEqual([
      'run.yaml:15:51: stages[1].with.rows: expected "count" or "forbid", got "forbit"',
      'run.yaml:15:85: stages[2].with: unknown key "max_sise"; did you mean "max_size"?',
      "run.yaml:15:107: stages[2].with.prompts: expected a list that is not empty, got an empty list",
      'run.yaml:15:140: stages[3].with: unknown key "a"; no key is known here',
      'run.yaml:15:184: stages[6]: unknown key "wiht"; did you mean "with"?',
    ]);
  });

  it("refuses what is no stage", async () => {
    expect(await wrong(stages("load, 5, [], {}, { use: 3 }, { use: smoke, with: 5 }, ''"))).toEqual([
      "run.yaml:15:16: stages[1]: expected a name or { use: name, with: options }, got 5",
      "run.yaml:15:19: stages[2]: expected a name or { use: name, with: options }, got an empty list",
      'run.yaml:15:23: stages[3]: missing key "use"',
      "run.yaml:15:34: stages[4].use: expected a text, got 3",
      "run.yaml:15:59: stages[5].with: expected a map of keys and values, got 5",
      'run.yaml:15:64: stages[6]: expected a text without space at its edges, got ""',
    ]);
  });
});

describe("readConfig() on plugins", () => {
  it("lists the built-in providers where none is close", async () => {
    expect(await wrong(config({ "use: embedded": "use: zzz" }))).toEqual([
      expect.stringMatching(/^run\.yaml:11:8: unknown provider "zzz"; built in: embedded(, \w+)*$/),
    ]);
  });

  it("refuses options by the plugin's own schema", async () => {
    const reads = "reads: [{ file: exam.jsonl, copies: 0, fraction: 2, filee: x }]";

    expect(await wrong(config({ "reads: [{ file: exam.jsonl }]": reads, "truth:": "trut:" }))).toEqual([
      'run.yaml:13:25: provider.with.models.parrot: unknown key "trut"; did you mean "truth"?',
      expect.stringMatching(
        /^run\.yaml:13:\d+: provider\.with\.models\.parrot\.reads\[0\]\.copies: expected a whole number, .*got 0$/,
      ),
      expect.stringMatching(
        /^run\.yaml:13:\d+: provider\.with\.models\.parrot\.reads\[0\]\.fraction: expected a number .*got 2$/,
      ),
      expect.stringMatching(
        /^run\.yaml:13:\d+: provider\.with\.models\.parrot\.reads\[0\]: unknown key "filee"; did you mean "file"\?$/,
      ),
    ]);
  });

  it("refuses options for a writer that takes none", async () => {
    expect(await wrong(config({}, "reports: [{ use: records, with: { a: 1 } }]\n"))).toEqual([
      'run.yaml:15:35: reports[0].with: unknown key "a"; no key is known here',
    ]);
  });

  it("tells of a misspelt with once", async () => {
    expect(await wrong(config({ "with:": "wiht:" }))).toEqual([
      'run.yaml:12:3: provider: unknown key "wiht"; did you mean "with"?',
    ]);
  });
});

describe("readConfig() with --set", () => {
  it("names the setting that is wrong", async () => {
    expect(await wrong(GOOD, [set("request.temperature", "9")])).toEqual([
      "--set request.temperature=9: request.temperature: expected a number from 0 to 2, got 9",
    ]);
    expect(await wrong(GOOD, [set("sed", "1")])).toEqual([
      '--set sed=1: unknown key "sed"; did you mean "seed"?',
    ]);
    expect(await wrong(GOOD, [set("sed.x", "1")])).toEqual([
      '--set sed.x=1: unknown key "sed"; did you mean "seed"?',
    ]);
    expect(await wrong(GOOD, [set("gates.use", "classical")])).toEqual([
      '--set gates.use=classical: unknown gate set "classical"; did you mean "classic"?',
    ]);
  });

  it("refuses a setting that cannot be made before anything else", async () => {
    expect(await wrong(config({ "version: 1": "version: 2" }), [set("version.x", "1")])).toEqual([
      '--set version.x=1: "version" holds no keys',
    ]);
  });
});
