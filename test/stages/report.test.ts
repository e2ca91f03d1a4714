import { it } from "@effect/vitest";
import { Effect, Exit, Fiber, Layer, Stream } from "effect";
import { describe, expect } from "vitest";
import {
  type EvalRecord,
  type Report,
  ReportError,
  type ReportFile,
  type ReportWriter,
} from "../../plugins/contract/mod.ts";
import { report } from "../../stages/mod.ts";
import {
  answered,
  evalSetOf,
  fakeAnswers,
  fakeOutput,
  fakeProgress,
  gates,
  provenance,
  UNCHECKED,
  UNSEEN,
  UP,
  writers,
} from "./_fakes.ts";

const bound = { point: 0.5, lo: 0.4, hi: 0.6 };
const RESULTS = ["a", "b"].map((model) => ({
  model,
  rawAccuracy: bound,
  memguardAccuracy: bound,
  mcsAuc: bound,
  parseSuccessRate: 1,
  parseFailures: 0,
  warnings: [],
  reason: null,
  records: { size: 0, [Symbol.iterator]: () => [][Symbol.iterator]() },
}));
const OUTCOME = { selected: true, passed: true, reason: null, detail: null };
const GIVEN = {
  shortlist: { models: ["a", "b"], outcomes: ["a", "b"].map((model) => ({ model, ...OUTCOME })) },
  evalSet: evalSetOf(["one", "two"]),
  results: RESULTS,
  majority: { direction: 1, accuracy: bound },
  ranking: { verdicts: [], order: [1, 0], beside: [] },
  analysis: {
    settings: { validation: "crossfit", permutations: 199, resamples: 1000 },
    instrument: UNCHECKED,
    blind: UNSEEN.found,
    models: [],
  },
} as const;

const file = (name: string, ...pieces: ReadonlyArray<string>): ReportWriter => ({
  files: () => Effect.succeed([{ name, content: Stream.fromIterable(pieces) }]),
});
const broken = new ReportError({ message: "the disk is full" });

const NO_FILES = "expected a list of files, each with a name and a Stream of text as its content";
const MALFORMED: ReadonlyArray<readonly [string, unknown, string]> = [
  ["no Effect", [{ name: "x.txt", content: Stream.make("a") }], "expected an Effect"],
  ["no list", Effect.succeed({ name: "x.txt", content: Stream.make("a") }), NO_FILES],
  ["without a name", Effect.succeed([{ content: Stream.make("a") }]), NO_FILES],
  ["no streams", Effect.succeed([{ name: "x.txt", content: "a" }]), NO_FILES],
  [
    "streams of numbers",
    Effect.succeed([{ name: "x.txt", content: Stream.make(1) }]),
    "expected text, got number",
  ],
  ["an interruption", Effect.interrupt, "it interrupted itself"],
  ["a failure without a message", Effect.fail("no luck"), "no luck"],
  ["a failure of nothing", Effect.fail(undefined), "undefined"],
];

const reported = (named: Readonly<Record<string, ReportWriter>>) =>
  Effect.gen(function* () {
    const output = fakeOutput();
    const progress = fakeProgress();
    const answers = fakeAnswers(() => answered(UP), { b: "a fact" });
    const layer = Layer.mergeAll(
      answers.layer,
      output.layer,
      progress.layer,
      gates,
      provenance,
      writers(named),
    );
    const { reports } = yield* Effect.provide(report.run(GIVEN, {}), layer);
    const { asked } = answers;
    return { ...reports, written: Object.fromEntries(output.files), warnings: progress.warnings, asked };
  });

describe("report", () => {
  it.effect("writes every writer's files and shows every writer's text, in the order of the config", () =>
    Effect.gen(function* () {
      const { files, written, screen, failures } = yield* reported({
        second: { ...file("2.txt", "b"), screen: () => Effect.succeed("two") },
        silent: {},
        first: { ...file("1.txt", "a", "b"), screen: (_, { columns }) => Effect.succeed(`${columns} wide`) },
      });

      expect(files.map(({ name }) => name)).toEqual(["2.txt", "1.txt"]);
      expect(written).toEqual({ "2.txt": "b", "1.txt": "ab" });
      expect([screen, failures]).toEqual(["two\n80 wide", []]);
    }),
  );

  it.effect("gives a writer the whole run", () =>
    Effect.gen(function* () {
      const seen: Array<Report> = [];
      const screen = (report: Report) =>
        Effect.as(
          Effect.sync(() => seen.push(report)),
          "",
        );
      yield* reported({ curious: { screen } });

      expect(seen[0]).toMatchObject({ order: [1, 0], known: [null, "a fact"], majority: { direction: 1 } });
      expect(seen[0]?.candidates?.map(({ model, passed }) => [model, passed])).toEqual([
        ["a", true],
        ["b", true],
      ]);
      expect(seen[0]?.provenance).toMatchObject({ seed: 1, provider: { identity: "fake" } });
      expect(seen[0]?.gates.name).toBe("classic");
    }),
  );

  it.effect("lets a writer read what was asked and answered again, measured answers only", () =>
    Effect.gen(function* () {
      const [first] = RESULTS;
      const rows = [3, null].map((tokens) => ({ tokens }) as EvalRecord);
      const records = { size: 2, [Symbol.iterator]: () => rows[Symbol.iterator]() };
      const files = (report: Report) =>
        Effect.succeed([
          {
            name: "x.txt",
            content: Stream.map(
              report.exchanges({ ...first!, records }),
              ({ prompt, answer }) => `${prompt} ${answer?.text ?? "none"}\n`,
            ),
          },
        ]);
      const { written, asked } = yield* reported({ curious: { files } });

      expect(written["x.txt"]).toBe(`one ${UP}\ntwo none\n`);
      expect(asked).toEqual(["a: one"]);
    }),
  );

  it.effect.each([
    ["fails before it writes", { files: () => broken }],
    [
      "fails while it writes",
      {
        files: () =>
          Effect.succeed([
            { name: "x.txt", content: Stream.concat(Stream.make("half"), Stream.fail(broken)) },
          ]),
      },
    ],
    [
      "crashes",
      {
        files: () => {
          throw new Error("the disk is full");
        },
      },
    ],
    [
      "crashes while it writes",
      { files: () => Effect.succeed([{ name: "x.txt", content: Stream.dieMessage("the disk is full") }]) },
    ],
    ["fails in two lines", { files: () => new ReportError({ message: "the disk\n  is full\n" }) }],
  ] as ReadonlyArray<readonly [string, ReportWriter]>)(
    "names a writer that %s and keeps the others' files",
    ([, bad]) =>
      Effect.gen(function* () {
        const { written, failures, warnings } = yield* reported({
          good: file("1.txt", "a"),
          bad,
          late: file("2.txt", "b"),
        });

        expect(written).toEqual({ "1.txt": "a", "2.txt": "b" });
        expect(failures).toEqual(['Report writer "bad" failed: the disk is full']);
        expect(warnings).toEqual([]);
      }),
  );

  it.effect("keeps the first file of a writer that fails at its second", () =>
    Effect.gen(function* () {
      const one = { name: "1.txt", content: Stream.make("a") };
      const two = { name: "2.txt", content: Stream.fail(broken) };
      const { written, failures } = yield* reported({ bad: { files: () => Effect.succeed([one, two]) } });

      expect(written).toEqual({ "1.txt": "a" });
      expect(failures).toEqual(['Report writer "bad" failed: the disk is full']);
    }),
  );

  it.effect.each(MALFORMED)("names a writer whose files are %s", ([, given, why]) =>
    Effect.gen(function* () {
      const bad: ReportWriter = { files: () => given as Effect.Effect<ReadonlyArray<ReportFile>> };
      const { written, failures } = yield* reported({ bad, late: file("2.txt", "b") });

      expect(written).toEqual({ "2.txt": "b" });
      expect(failures).toEqual([`Report writer "bad" failed: ${why}`]);
    }),
  );

  it.effect("ends with a run that is interrupted while a writer works", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.fork(
        reported({ slow: { files: () => Effect.never }, late: file("2.txt") }),
      );
      yield* Effect.yieldNow();
      const exit = yield* Fiber.interrupt(fiber);

      expect(Exit.isInterrupted(exit)).toBe(true);
    }),
  );

  it.effect.each([
    ["gives a number", () => Effect.succeed(3), "expected text, got number"],
    ["gives no Effect", () => "text", "expected an Effect"],
    ["interrupts itself", () => Effect.interrupt, "it interrupted itself"],
  ] as ReadonlyArray<readonly [string, unknown, string]>)(
    "only warns of a terminal writer that %s",
    ([, work, why]) =>
      Effect.gen(function* () {
        const screen = work as NonNullable<ReportWriter["screen"]>;
        const shown = yield* reported({ bad: { screen }, good: { screen: () => Effect.succeed("shown") } });

        expect([shown.screen, shown.failures]).toEqual(["shown", []]);
        expect(shown.warnings).toEqual([`Report writer "bad" failed: ${why}`]);
      }),
  );

  it.effect.each([
    ["fails", () => broken],
    [
      "crashes",
      () => {
        throw new Error("the disk is full");
      },
    ],
    ["dies", () => Effect.dieMessage("the disk is full")],
  ] as ReadonlyArray<readonly [string, NonNullable<ReportWriter["screen"]>]>)(
    "only warns of a terminal writer that %s",
    ([, screen]) =>
      Effect.gen(function* () {
        const shown = yield* reported({ bad: { screen }, good: { screen: () => Effect.succeed("shown") } });

        expect([shown.screen, shown.failures]).toEqual(["shown", []]);
        expect(shown.warnings).toEqual(['Report writer "bad" failed: the disk is full']);
      }),
  );

  it.effect("lets the first of two writers of one file have it", () =>
    Effect.gen(function* () {
      const { written, failures } = yield* reported({
        one: file("same.txt", "1"),
        two: file("same.txt", "2"),
      });

      expect(written).toEqual({ "same.txt": "1" });
      expect(failures).toEqual(['Report writer "two" failed: Cannot write "same.txt" twice']);
    }),
  );
});
