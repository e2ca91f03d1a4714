import { Effect } from "effect";
import {
  Analysis,
  Answers,
  defineStage,
  EvalSet,
  GateSet,
  Majority,
  Output,
  Progress,
  Provenance,
  Ranking,
  type Report,
  type ReportFile,
  Reports,
  type ReportWriter,
  ReportWriters,
  Results,
  Schema,
  type Screen,
} from "../plugins/contract/mod.ts";
import { exchanges } from "./_exchanges.ts";

/** Lets every writer write; a writer that fails costs no other its files, and a failing screen costs nothing. */
export const report = defineStage({
  name: "report",
  needs: [EvalSet, Results, Majority, Ranking, Analysis],
  gives: [Reports],
  options: Schema.Struct({}),
  run: Effect.fn("report")(function* ({ evalSet, results, majority, ranking, analysis }) {
    const answers = yield* Answers;
    const gates = yield* GateSet;
    const writers = yield* ReportWriters;
    const { screen } = yield* Output;
    const { origin } = yield* Provenance;
    const report: Report = {
      results,
      majority,
      ...ranking,
      gates,
      known: results.map(({ model }) => answers.known(model)),
      analysis,
      exchanges: (result) => exchanges(result, evalSet, answers),
      origin: yield* origin,
    };
    const [failed, files] = yield* Effect.partition(writers, (writer) => writeFiles(writer, report));
    const screens = yield* Effect.forEach(writers, (writer) => draw(writer, report, screen));
    const shown = screens.filter((text) => text !== "").join("\n");
    return { reports: { files: files.flat(), failures: failed, screen: shown } };
  }),
});

interface NamedWriter {
  readonly name: string;
  readonly writer: ReportWriter;
}

const writeFiles = Effect.fn("report.files")(function* ({ name, writer }: NamedWriter, report: Report) {
  const output = yield* Output;
  const files = asSentence(name, () => writer.files?.(report) ?? Effect.succeed([]));
  const write = (file: ReportFile) => asSentence(name, () => output.write(file.name, file.content));
  return yield* Effect.flatMap(files, (files) => Effect.forEach(files, write));
});

const draw = Effect.fn("report.draw")(function* (
  { name, writer }: NamedWriter,
  report: Report,
  screen: Screen,
) {
  const { warn } = yield* Progress;
  const text = asSentence(name, () => writer.screen?.(report, screen) ?? Effect.succeed(""));
  return yield* Effect.catchAll(text, (says) => Effect.as(warn(says), ""));
});

/** A writer's failure, or its crash wherever it happens, as one sentence that names it. */
function asSentence<A, E extends { readonly message: string }, R>(
  name: string,
  work: () => Effect.Effect<A, E, R>,
) {
  return Effect.mapError(
    Effect.catchAllDefect(Effect.suspend(work), (defect) =>
      Effect.fail({ message: defect instanceof Error ? defect.message : String(defect) }),
    ),
    ({ message }) => `Report writer "${name}" failed: ${message}`,
  );
}
