import * as FileSystem from "@effect/platform/FileSystem";
import * as Path from "@effect/platform/Path";
import { type Context, Effect, Layer } from "effect";
import {
  type Controls,
  GateSet,
  type Judgement,
  type Report,
  ReportWriters,
  Schema,
  type StudyPlan,
} from "../../plugins/contract/mod.ts";
import { controls as builtIn, catalogue } from "../../plugins/mod.ts";
import { standard } from "../../stages/mod.ts";
import { controlServices, SAMPLING, UNCHECKED } from "../controls/mod.ts";
import { type Artifacts, execute } from "../execute.ts";
import { renamed } from "./_renamed.ts";
import { sampleFiles } from "./_sample_files.ts";

/** The same study in the forms that a plugin may meet it in. */
export interface Forms<A> {
  /** Two models, one of which has memorised its questions. */
  readonly whole: A;
  /** The first of them alone. */
  readonly single: A;
  /** Both, where neither could be calibrated: whatever can be missing is. */
  readonly bare: A;
  /** Both, by names that would do harm in a file, a table, a page or a terminal. */
  readonly hostile: A;
}

/** What a run over two embedded models gives, to try a plugin on. */
export interface Sample {
  readonly reports: Forms<Report>;
  readonly judgements: Forms<Judgement>;
  /** What every standard stage gives and what they start from, by artifact key. */
  readonly artifacts: Artifacts;
  /** The inputs of the run by name, as text. */
  readonly files: Readonly<Record<string, string>>;
  /** The provider that answers in it. */
  readonly controls: Controls;
}

/** The seed of the sample: it is the same in every process. */
export const SEED = 1;

export const HOSTILE_NAMES = [
  "=cmd()|<img src=x onerror=alert(1)>",
  '../../up",x\nforged line \u001b[31mred',
] as const;

/** A sample of a run; made once in a process, in a moment. */
export const sample: Effect.Effect<Sample> = Effect.promise(() => {
  kept ??= Effect.runPromise(made);
  return kept;
});
let kept: Promise<Sample> | undefined;

const made = Effect.gen(function* () {
  const { default: controlsOf } = yield* Effect.promise(builtIn);
  const known = controlsOf(SEED);
  const controls = { ...known, files: sampleFiles(known.files) };
  const whole = yield* studied(controls, 50);
  const bare = yield* studied(controls, 1_000_000);
  const names = new Map(modelsOf(controls).map((model, i) => [model, HOSTILE_NAMES[i] ?? model]));
  return {
    reports: {
      whole: whole.report,
      single: singleReport(whole.report),
      bare: bare.report,
      hostile: renamedReport(whole.report, names),
    },
    judgements: {
      whole: whole.judgement,
      single: { ...whole.judgement, results: whole.judgement.results.slice(0, 1) },
      bare: bare.judgement,
      hostile: renamed(whole.judgement, names),
    },
    artifacts: whole.artifacts,
    files: controls.files,
    controls,
  } satisfies Sample;
});

/** A report on the same models under other names. */
function renamedReport(report: Report, names: ReadonlyMap<string, string>): Report {
  const before = new Map([...names].map(([old, now]) => [now, old]));
  return {
    ...renamed(report, names),
    exchanges: (result) => report.exchanges({ ...result, model: before.get(result.model) ?? result.model }),
  };
}

const noPlatform = Layer.merge(FileSystem.layerNoop({}), Path.layer);

/** Runs the standard stages and keeps what the gate set and the writers get. */
const studied = Effect.fnUntraced(function* (controls: Controls, minValid: number) {
  const inputs = controls.studies[0]?.inputs ?? { evalSet: "", isMemorized: "", oosControl: "", cutoffs: "" };
  const study = studyOf(inputs, modelsOf(controls), minValid);
  const gates = yield* firstGates;
  const seen: { judgement?: Judgement; report?: Report } = {};
  const judge = (judgement: Judgement) => {
    seen.judgement = judgement;
    return gates.judge(judgement);
  };
  const files = (report: Report) => {
    seen.report = report;
    return Effect.succeed([]);
  };
  const options = standard.stages.map((stage) => Schema.decodeUnknownSync(stage.options)({}));
  const given = yield* execute(standard, options, { study, instrument: Effect.succeed(UNCHECKED) }).pipe(
    Effect.provideService(GateSet, { ...gates, judge }),
    Effect.provideService(ReportWriters, [{ name: "sample", writer: { files } }]),
    Effect.provide(controlServices(controls, SEED)),
    Effect.provide(noPlatform),
    Effect.orDie,
  );
  const { judgement, report } = seen;
  if (judgement === undefined || report === undefined)
    return yield* Effect.die("The sample was not reported");
  const known = report.results.map((_, i) => (i === 0 ? "has read the memorised corpus" : null));
  return {
    judgement,
    report: { ...report, gates, known },
    artifacts: { ...given, study, instrument: UNCHECKED },
  };
});

function modelsOf({ studies }: Controls): ReadonlyArray<string> {
  return studies[0]?.controls.map(({ model }) => model) ?? [];
}

function studyOf(inputs: StudyPlan["inputs"], models: ReadonlyArray<string>, minValid: number): StudyPlan {
  return {
    inputs,
    models,
    areCandidates: false,
    referenceModel: null,
    request: SAMPLING,
    calibration: { minValid, minAuc: 0.6 },
    validation: "crossfit",
    resamples: 50,
    permutations: 19,
  };
}

/** The first of the built-in gate sets, with its default options. */
const firstGates: Effect.Effect<Context.Tag.Service<GateSet>> = Effect.gen(function* () {
  const [bring] = Object.values(catalogue.gates);
  if (bring === undefined) return yield* Effect.die("There is no gate set");
  const { default: plugin } = yield* Effect.promise(bring);
  return plugin.make(Schema.decodeUnknownSync(plugin.options)({}));
});

function singleReport(report: Report): Report {
  const first = <A>(all: ReadonlyArray<A>) => all.slice(0, 1);
  const { results, verdicts, known, analysis, beside } = report;
  return {
    ...report,
    results: first(results),
    verdicts: first(verdicts),
    order: [0],
    known: first(known),
    analysis: { ...analysis, models: first(analysis.models) },
    beside: beside.map((other) => ({ ...other, verdicts: first(other.verdicts), order: [0] })),
  };
}
