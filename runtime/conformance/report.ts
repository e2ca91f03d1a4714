import { Chunk, Effect, Stream } from "effect";
import type { Plugin, Report, ReportFile, ReportWriter } from "../../plugins/contract/mod.ts";
import { nameFlaw } from "../output.ts";
import { told, writerFlaw } from "../plugins/mod.ts";
import { broughtPlugin, type Configured, commonChecks, configured, type PluginSource } from "./_brought.ts";
import { elsewhere } from "./_elsewhere.ts";
import { firstDifference, portrait } from "./_portrait.ts";
import { copied } from "./_renamed.ts";
import { harm, type Made, notTold } from "./_text_faults.ts";
import { Breach, breachOf, type Check } from "./check.ts";
import { type Forms, sample } from "./sample.ts";

/** What a report writer is tried with. */
export interface ReportSample {
  /** As a config writes them under `with:`; none without it. */
  readonly options?: unknown;
}

type Writer = Configured<Plugin<"report">>;

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

function made({ item, called, options }: Writer): Effect.Effect<ReportWriter, Breach> {
  return Effect.try({
    try: () => item.make(options),
    catch: (fault) => new Breach({ message: `${called} cannot be made: ${told(fault)}` }),
  }).pipe(
    Effect.tap((writer) => {
      const flaw = writerFlaw(writer);
      return breachOf(flaw === null ? null : `${called} cannot be made: ${flaw}`);
    }),
  );
}

const givesSomething = (writer: Writer) =>
  Effect.flatMap(made(writer), ({ files, screen }) =>
    breachOf(
      files === undefined && screen === undefined
        ? `${writer.called} gives nothing; make has to give an object with files, screen or both`
        : null,
    ),
  );

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

const SCREENS = [
  { columns: 80, color: false },
  { columns: 200, color: true },
];

/** All that a writer makes of a report. */
const written = Effect.fnUntraced(function* (writer: Writer, report: Report, words: string) {
  const { files, screen } = yield* made(writer);
  const held = <A>(work: () => Effect.Effect<A, unknown>) => attempted(writer, words, work);
  const given = files === undefined ? [] : yield* held(() => files(report));
  const texts = yield* Effect.forEach(given, (file) => held(() => textOf(file)));
  const shown =
    screen === undefined ? [] : yield* Effect.forEach(SCREENS, (size) => held(() => screen(report, size)));
  return [...texts, ...shown.map((text): Made => ({ name: "the screen", text: String(text) }))];
});

/** A sound report gives a writer no reason to fail; where it has one of its own, it is a ReportError. */
function attempted<A>({ called }: Writer, words: string, work: () => Effect.Effect<A, unknown>) {
  return Effect.suspend(work).pipe(
    Effect.mapError((error) => new Breach({ message: `${called} fails on ${words}: ${told(error)}` })),
    Effect.catchAllDefect(
      (defect) =>
        new Breach({
          message: `${called} crashes on ${words}: ${told(defect)}; what it cannot write, it says in a ReportError`,
        }),
    ),
  );
}

function textOf({ name, content }: ReportFile): Effect.Effect<Made, unknown> {
  return Effect.map(Stream.runCollect(content), (pieces) => {
    const wrong = Chunk.findFirst(pieces, (piece) => typeof piece !== "string");
    if (wrong._tag === "Some") throw new TypeError(`the content of ${name} has to be texts`);
    return { name, text: Chunk.toReadonlyArray(pieces).join("") };
  });
}

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
