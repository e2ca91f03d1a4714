import { Effect } from "effect";
import type { Report } from "../../plugins/contract/mod.ts";
import { nameFlaw } from "../directory/mod.ts";
import { broughtPlugin, commonChecks, configured, type PluginSource } from "./_brought.ts";
import { elsewhere } from "./_elsewhere.ts";
import { firstDifference, portrait } from "./_portrait.ts";
import { copied } from "./_renamed.ts";
import { makeWriter, type Writer, written } from "./_report_lab.ts";
import { harm, type Made, notTold } from "./_text_faults.ts";
import { type Breach, breachOf, type Check } from "./check.ts";
import { type Forms, sample } from "./sample.ts";

/** What a report writer is tried with. */
export interface ReportSample {
  /** As a config writes them under `with:`; none without it. */
  readonly options?: unknown;
}

/** What the contract promises of a report writer; run them all, in any order. */
export function reportChecks(
  source: PluginSource<"report">,
  { options = {} }: ReportSample = {},
): ReadonlyArray<Check> {
  const bring = broughtPlugin("report", source);
  const check = (name: string, verify: (writer: Writer) => Effect.Effect<void, Breach>): Check => {
    return { name, verify: Effect.flatMap(configured(bring, options), verify) };
  };
  return [
    ...commonChecks("report", bring, options),
    check("gives files or text for the terminal", givesSomething),
    check("writes every report that a run may give", (writer) => onForms(writer, () => null)),
    check("names its files so that they stay in the run directory", (writer) => onForms(writer, namesFlaw)),
    check("writes the same on another day", writesTheSame),
    check("leaves the report as it is", leavesReport),
    check("writes no NaN and no undefined", (writer) => onForms(writer, firstOf(notTold))),
    check("is not led astray by a model's name", (writer) => onForms(writer, firstOf(harm), ["hostile"])),
  ];
}

/** What gives neither files nor text is not made at all. */
const givesSomething = (writer: Writer) => Effect.asVoid(makeWriter(writer));

const FORMS = ["whole", "single", "bare", "hostile"] as const;
const IN_WORDS: Readonly<Record<keyof Forms<Report>, string>> = {
  whole: "a report on two models",
  single: "a report on one model",
  bare: "a report on models that could not be calibrated, with null where a number is missing",
  hostile: "a report on models with unusual names",
};

/** Fails with the first thing that is wrong with what the writer makes of the sample's reports. */
const onForms = Effect.fnUntraced(function* (
  writer: Writer,
  flawOf: (texts: ReadonlyArray<Made>) => string | null,
  forms: ReadonlyArray<keyof Forms<Report>> = FORMS,
) {
  const { reports } = yield* sample;
  for (const form of forms) {
    const flaw = flawOf(yield* written(writer, copied(reports[form]), IN_WORDS[form]));
    yield* breachOf(flaw === null ? null : `${writer.called} ${flaw}`);
  }
});

/** What a run puts into its directory itself. */
const RUN_FILES = new Set(["manifest.json", "shortlist.json", "calibrators.json"]);

function namesFlaw(texts: ReadonlyArray<Made>): string | null {
  const names = texts.filter(({ name }) => name !== "the screen").map(({ name }) => name);
  const taken = names.map((name) => String(name).toLowerCase());
  for (const [i, name] of names.entries()) {
    if (typeof name !== "string") return "gives a file without a name";
    const flaw = RUN_FILES.has(name) ? "the run keeps a file of that name" : nameFlaw(name);
    if (flaw !== null) {
      return `names a file ${JSON.stringify(name)}: ${flaw}; for a file a model, use fileName of recall-guard`;
    }
    if (taken.indexOf(name.toLowerCase()) !== i) return `names two files "${name}"`;
  }
  return null;
}

const writesTheSame = Effect.fnUntraced(function* (writer: Writer) {
  const { reports } = yield* sample;
  const write = Effect.suspend(() => written(writer, copied(reports.whole), IN_WORDS.whole));
  const today = yield* elsewhere(1, write);
  const later = yield* elsewhere(2, write);
  const different = firstUnequal(today, later);
  yield* breachOf(
    different === null
      ? null
      : `${writer.called} writes ${different} another time on another day; make it of the report alone, without clock or dice`,
  );
});

function firstUnequal(before: ReadonlyArray<Made>, after: ReadonlyArray<Made>): string | null {
  const at = before.findIndex(({ name, text }, i) => after[i]?.name !== name || after[i]?.text !== text);
  if (at >= 0) return before[at]?.name ?? null;
  return after[before.length]?.name ?? null;
}

const leavesReport = Effect.fnUntraced(function* (writer: Writer) {
  const report = copied((yield* sample).reports.whole);
  const before = portrait(report);
  yield* written(writer, report, IN_WORDS.whole);
  const changed = firstDifference(before, portrait(report));
  yield* breachOf(
    changed === null
      ? null
      : `${writer.called} changes ${changed} of the report, which other writers read; copy what it changes`,
  );
});

function firstOf(flawOf: (text: Made) => string | null) {
  return (texts: ReadonlyArray<Made>) => texts.map(flawOf).find((flaw) => flaw !== null) ?? null;
}
