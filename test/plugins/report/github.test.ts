import { Effect } from "effect";
import { describe, expect, it } from "vitest";
import { catalogue } from "../../../plugins/mod.ts";
import githubByDefault, {
  github,
  writeAnnotations,
  writeStepSummary,
} from "../../../plugins/report/github.ts";
import { analysisOf, HOSTILE, modelAnalysis } from "./_analysed.ts";
import { fileOf, PASSING, recordsOf, reportOf, UNCALIBRATED } from "./_golden.ts";

const WEAK = {
  ...PASSING,
  model: "lab/weak",
  mcsAuc: { point: 0.5, lo: 0.4, hi: 0.6 },
  warnings: ["few-dates"],
  records: { ...recordsOf(), size: 4 },
};
const OUTCOME = { passed: true, selected: true, reason: null, detail: null };
const report = reportOf([WEAK, PASSING, UNCALIBRATED], {
  analysis: analysisOf([WEAK, PASSING, UNCALIBRATED].map(({ model }) => modelAnalysis(model))),
  candidates: [{ ...OUTCOME, model: "lab/mute", passed: false, selected: false, reason: "timeout" }],
});

/** A command as the runner reads it (actions/runner, ActionCommand.TryParseV2). */
function commandOf(line: string) {
  const found = /^::(\w+) title=([^:,]*)::(.*)$/.exec(line);
  if (found === null) throw new Error(`no command: ${line}`);
  const [, level = "", title = "", message = ""] = found;
  const unescaped = (text: string) =>
    text.replace(/%(25|0D|0A|3A|2C)/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  return { level, title: unescaped(title), message: unescaped(message) };
}

const commands = (text: string) => text.trimEnd().split("\n").map(commandOf);

describe("github", () => {
  it("github is in the catalogue, as default and by name", async () => {
    expect((await catalogue.report["github"]!()).default).toBe(github);
    expect(githubByDefault).toBe(github);
  });

  it("github annotates each failed gate, warning and verdict, errors first, best models first", () => {
    const screen = github.make({}).screen!(report, { columns: 80, color: true });
    const found = commands(Effect.runSync(screen)).map(({ level, title }) => `${level} ${title}`);

    expect(found).toEqual([
      "error lab/weak: weak-calibration",
      "error lab/unasked: uncalibrated",
      "warning lab/mute: left out",
      "warning lab/weak: few-dates",
      "notice meta/llama-3.1_8b: underpowered",
      "notice lab/weak: underpowered",
      "notice lab/unasked: underpowered",
    ]);
  });

  it("github says why", () => {
    const [weak, unasked, mute, dates] = commands(writeAnnotations(report)).map(({ message }) => message);

    expect(weak).toMatch(/^The answers hardly tell the corpora apart\. memguard_acc_lo=0\.6000/);
    expect(unasked).toBe(
      "The model has no calibrator, so nothing is known of its memory. 12 of 50 control rows are valid",
    );
    expect(mute).toBe("It failed the smoke test: timeout");
    expect(dates).toBe("Rows have dates, but too few to keep whole dates in one fold");
  });

  it("github tells a failed instrument before all else", () => {
    const instrument = { ok: false, reason: "strong: 50% off", controls: [] };
    const text = writeAnnotations(reportOf([PASSING], { analysis: analysisOf([], { instrument }) }));

    expect(text).toBe("::error title=instrument-failed::strong: 50%25 off\n");
  });

  it.each(HOSTILE)("github keeps a model named %j in one command and one cell", (model) => {
    const analysis = analysisOf([modelAnalysis(model, { verdict: { verdict: model, sentence: model } })]);
    const hostile = reportOf([{ ...WEAK, model, warnings: [model] }], { analysis });

    for (const { title } of commands(writeAnnotations(hostile))) {
      expect(title.startsWith(model.slice(0, 1))).toBe(true);
    }
    const summary = writeStepSummary(hostile);
    const rows = summary.split("\n").filter((line) => line.startsWith("|"));
    expect(rows.map((row) => row.replaceAll("\\|", "").split("|").length)).toEqual([10, 10, 10]);
    expect(summary).not.toMatch(/<img|(?!\n)\p{Cc}|\u202e/u);
  });

  it("github writes a summary of the run for its step", async () => {
    const text = await fileOf(github.make({}), report);

    expect(text).toContain("1 of 3 model(s) passed the gates of `classic`.");
    expect(text).toContain("| 1 | meta/llama-3.1_8b | underpowered | unknown | 0.7000 [0.6000–0.8000] |");
    expect(text).toContain("- **lab/mute**: timeout\n");
    expect(text).toContain("- **lab/weak**: few-dates. Rows have dates");
  });
});
