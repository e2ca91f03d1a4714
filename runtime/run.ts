import { Path } from "@effect/platform";
import { DateTime, Effect, Layer, Stream } from "effect";
import {
  GateSet,
  Provider,
  type Reports,
  type Screen,
  type Shortlist,
  type Values,
  type WrittenFile,
} from "../plugins/contract/mod.ts";
import { answersLayer, makeTally } from "./answers/mod.ts";
import { type Override, readConfig } from "./config/mod.ts";
import { type Artifacts, execute } from "./execute.ts";
import { inputsLayer, makeInputLog } from "./inputs.ts";
import { gatesLayer, providerLayer, seedLayer, writersLayer } from "./layers.ts";
import { manifest } from "./manifest.ts";
import { makeRunDirectory, outputLayer } from "./output.ts";
import { makeWarnings, progressLayer } from "./progress.ts";
import { readText } from "./read_text.ts";
import { toStudy } from "./study.ts";

/** How to run a config. */
export interface RunOptions {
  /** The config file; inputs are relative to it. */
  readonly config: string;
  /** The run directory; one is made under `runs/` where neither this nor the config names one. */
  readonly out?: string;
  readonly overrides?: ReadonlyArray<Override>;
  readonly screen?: Screen;
  /** Whether to tell on standard error what goes on. */
  readonly notes?: boolean;
}

/** What a run left behind. */
export interface RunResult {
  readonly directory: string;
  readonly files: ReadonlyArray<WrittenFile>;
  /** Text for the terminal. */
  readonly shown: string;
  /** A sentence for each report writer that failed. */
  readonly failures: ReadonlyArray<string>;
  /** Every value that a stage gave, by artifact key. */
  readonly artifacts: Artifacts;
}

const WIDE: Screen = { columns: 200, color: false };

/**
 * Runs a config from its inputs to its files. Nothing is written before the config, the inputs and the cutoffs have
 * been found good; what a failed report writer could not write is told in `failures`, all else is there.
 */
export const run = Effect.fn("run")(function* (options: RunOptions) {
  const path = yield* Path.Path;
  const text = yield* readText(options.config);
  const spec = yield* readConfig(text, options.config, options.overrides);
  const directory = yield* makeRunDirectory(options.out ?? spec.config.out);
  const log = yield* makeInputLog;
  const warnings = yield* makeWarnings;
  const tally = yield* makeTally;
  const { request } = spec.config;
  const study = toStudy(spec.config);

  const base = Layer.mergeAll(
    inputsLayer(path.dirname(options.config), log),
    seedLayer(spec.config.seed),
    outputLayer(directory, options.screen ?? WIDE),
    progressLayer({ notes: options.notes ?? false }, warnings),
    gatesLayer(spec.gates),
    writersLayer(spec.reports),
  );
  const provider = Layer.provideMerge(providerLayer(spec.provider), base);
  const answers = answersLayer({ sampling: study.request, timeoutMs: 1000 * request.timeout_s }, tally);

  const work = Effect.gen(function* () {
    const started = yield* DateTime.now;
    const artifacts = yield* execute(spec.pipeline, spec.stageOptions, study);
    const facts = {
      spec,
      study,
      provider: yield* Provider,
      gates: yield* GateSet,
      shortlist: shortlistOf(artifacts),
      inputs: yield* log.all,
      artifacts: yield* directory.written,
      counts: yield* tally.counts,
      warnings: yield* warnings.all,
      started,
      finished: yield* DateTime.now,
    };
    yield* directory.write("manifest.json", Stream.make(manifest(facts)));
    return artifacts;
  });
  const artifacts = yield* Effect.provide(work, Layer.provideMerge(answers, provider));
  const { reports }: Partial<Values<typeof Reports>> = artifacts;
  return {
    directory: yield* directory.path,
    files: yield* directory.written,
    shown: reports?.screen ?? "",
    failures: reports?.failures ?? [],
    artifacts,
  } satisfies RunResult;
});

function shortlistOf(artifacts: Artifacts): ReadonlyArray<string> {
  const { shortlist }: Partial<Values<typeof Shortlist>> = artifacts;
  return shortlist?.models ?? [];
}
