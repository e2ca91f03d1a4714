import { Effect } from "effect";
import {
  Answers,
  defineStage,
  GateSet,
  Majority,
  Output,
  Progress,
  Ranking,
  type Report,
  Reports,
  type ReportWriter,
  ReportWriters,
  Results,
  Schema,
  type Screen,
} from "../plugins/contract/mod.ts";

/** Lets every writer write; a writer that fails costs no other its files, and a failing screen costs nothing. */
export const report = defineStage({
  name: "report",
  needs: [Results, Majority, Ranking],
  gives: [Reports],
  options: Schema.Struct({}),
  run: Effect.fn("report")(function* ({ results, majority, ranking }) {
    const answers = yield* Answers;
    const gates = yield* GateSet;
    const writers = yield* ReportWriters;
    const { screen } = yield* Output;
    const known = results.map(({ model }) => answers.known(model));
    const report: Report = { results, majority, ...ranking, gates, known };
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
  if (writer.files === undefined) return [];
  const files = writer
    .files(report)
    .pipe(Effect.flatMap((files) => Effect.forEach(files, (file) => output.write(file.name, file.content))));
  return yield* asSentence(name, files);
});

const draw = Effect.fn("report.draw")(function* (
  { name, writer }: NamedWriter,
  report: Report,
  screen: Screen,
) {
  const { warn } = yield* Progress;
  if (writer.screen === undefined) return "";
  return yield* Effect.catchAll(asSentence(name, writer.screen(report, screen)), (says) =>
    Effect.as(warn(says), ""),
  );
});

/** A writer's failure, or its crash, as one sentence that names it. */
function asSentence<A, E extends { readonly message: string }, R>(
  name: string,
  effect: Effect.Effect<A, E, R>,
) {
  return Effect.mapError(
    Effect.catchAllDefect(effect, (defect) =>
      Effect.fail({ message: defect instanceof Error ? defect.message : String(defect) }),
    ),
    ({ message }) => `Report writer "${name}" failed: ${message}`,
  );
}
