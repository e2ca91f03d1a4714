import { Chunk, Effect, Stream } from "effect";
import type { Plugin, Report, ReportFile, ReportWriter } from "../../plugins/contract/mod.ts";
import { told, writerFlaw } from "../plugins/mod.ts";
import type { Configured } from "./_brought.ts";
import type { Made } from "./_text_faults.ts";
import { Breach, breachOf } from "./check.ts";

export type Writer = Configured<Plugin<"report">>;

/** The writer as a run makes it. */
export function makeWriter({ item, called, options }: Writer): Effect.Effect<ReportWriter, Breach> {
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

const SCREENS = [
  { columns: 80, color: false },
  { columns: 200, color: true },
];

/** All that a writer makes of a report. */
export const written = Effect.fnUntraced(function* (writer: Writer, report: Report, words: string) {
  const { files, screen } = yield* makeWriter(writer);
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
