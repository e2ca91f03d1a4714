import { Effect } from "effect";
import {
  Analysis,
  Answers,
  defineStage,
  EvalSet,
  GateSet,
  Majority,
  type NamedWriter,
  Output,
  Progress,
  Provenance,
  Ranking,
  type Report,
  type ReportFile,
  Reports,
  ReportWriters,
  Results,
  Schema,
  type Screen,
  Shortlist,
} from "../plugins/contract/mod.ts";
import { exchanges } from "./_exchanges.ts";
import { checkedFiles, checkedText, inWords } from "./_writer_work.ts";

/** Lets every writer write; a writer that fails costs no other its files, and a failing screen costs nothing. */
export const report = defineStage({
  name: "report",
  needs: [EvalSet, Shortlist, Results, Majority, Ranking, Analysis],
  gives: [Reports],
  options: Schema.Struct({}),
  run: Effect.fn("report")(function* ({ evalSet, shortlist, results, majority, ranking, analysis }) {
    const answers = yield* Answers;
    const gates = yield* GateSet;
    const writers = yield* ReportWriters;
    const { screen } = yield* Output;
    const provenance = yield* yield* Provenance;
    const known = results.map(({ model }) => answers.known(model));
    const { outcomes: candidates } = shortlist;
    const report: Report = {
      ...{ results, majority, ...ranking, gates, known, analysis },
      ...{ candidates, provenance, exchanges: (result) => exchanges(result, evalSet, answers) },
    };
    const [failed, files] = yield* Effect.partition(writers, (writer) => writeFiles(writer, report));
    const screens = yield* Effect.forEach(writers, (writer) => draw(writer, report, screen));
    const shown = screens.filter((text) => text !== "").join("\n");
    return { reports: { files: files.flat(), failures: failed, screen: shown } };
  }),
});

const writeFiles = Effect.fn("report.files")(function* (named: NamedWriter, report: Report) {
  const output = yield* Output;
  const given = inWords(named, () => named.writer.files?.(report) ?? Effect.succeed([]));
  const files = Effect.flatMap(given, (files) => inWords(named, () => checkedFiles(files)));
  const write = (file: ReportFile) => inWords(named, () => output.write(file.name, file.content));
  const written = Effect.flatMap(files, (files) => Effect.forEach(files, write));
  return yield* Effect.mapError(written, ({ says, place }) => says + place);
});

const draw = Effect.fn("report.draw")(function* (named: NamedWriter, report: Report, screen: Screen) {
  const { warn } = yield* Progress;
  const text = inWords(named, () => named.writer.screen?.(report, screen) ?? Effect.succeed(""));
  const shown = Effect.flatMap(text, (text) => inWords(named, () => Effect.sync(() => checkedText(text))));
  return yield* Effect.catchAll(shown, ({ says, place }) =>
    Effect.as(warn({ kept: says, shown: says + place }), ""),
  );
});
