import { Path } from "@effect/platform";
import { DateTime, Effect, Layer, Scope, Stream } from "effect";
import {
  type EmptyShortlist,
  GateSet,
  Provider,
  type Reports,
  type Screen,
  type Shortlist,
  type Values,
  WaitLimitReached,
  type WrittenFile,
} from "../plugins/contract/mod.ts";
import { answersLayer, makeTally, makeThrottle, toAsking } from "./answers/mod.ts";
import { instrumentOf } from "./controls/mod.ts";
import { MANIFEST } from "./directory/mod.ts";
import { type Artifacts, execute } from "./execute.ts";
import { countForeseen, foreseenQuestions } from "./foreseen.ts";
import { inputsLayer, makeInputLog } from "./inputs.ts";
import { refuseUnknown } from "./known_models.ts";
import { gatesLayer, providerLayer, seedLayer, writersLayer } from "./layers.ts";
import { manifest } from "./manifest.ts";
import { makeRunFiles, outputLayer, type RunFiles } from "./output.ts";
import { makeWarnings, progressLayer, quietTeller, type Teller } from "./progress.ts";
import { provenanceLayer } from "./provenance.ts";
import { type RunPlace, runSource } from "./run_source.ts";
import { secretsLayer } from "./secrets.ts";
import { makeSession } from "./session.ts";
import { toStudy } from "./study.ts";
import { failuresOf, INTERRUPTED, tellWayOn, withMissing } from "./unfinished.ts";
import { VERSION } from "./version.ts";
import { watch } from "./watch.ts";

/** How to run a config. */
export interface RunOptions extends RunPlace {
  readonly screen?: Screen;
  /** How to tell what goes on; warnings go to standard error without it. */
  readonly teller?: Teller;
}

/** What a run left behind. */
export interface RunResult {
  readonly directory: string;
  readonly files: ReadonlyArray<WrittenFile>;
  /** Text for the terminal. */
  readonly shown: string;
  /** A sentence for each writer of files that failed; while there are any, the run is not finished. */
  readonly failures: ReadonlyArray<string>;
  /** Models whose servers asked for longer waits than the run takes; while there are any, the run is not finished. */
  readonly paused: ReadonlyArray<string>;
  /** Every value that a stage gave, by artifact key. */
  readonly artifacts: Artifacts;
}

const WIDE: Screen = { columns: 200, color: false };

/**
 * Runs a config from its inputs to its files, or goes on with a run that was stopped. Nothing is written before the
 * config, the inputs and the cutoffs have been found good; what a failed report writer could not write is told in
 * `failures`, all else but the manifest is there, and the run may go on when the writer is mended. Every answer is in
 * the run directory before anything is made of it.
 */
export const run = Effect.fn("run")((options: RunOptions) => Effect.scoped(runScoped(options)));

const runScoped = Effect.fnUntraced(function* (options: RunOptions) {
  const path = yield* Path.Path;
  const teller = options.teller ?? quietTeller;
  const source = yield* runSource(options);
  const { spec, placeOf, config } = source;
  const study = toStudy(spec.config);
  const asking = toAsking(spec.config, study.request);
  const log = yield* makeInputLog;
  const warnings = yield* makeWarnings;
  const tally = yield* makeTally;
  const throttle = yield* makeThrottle;
  const base = Layer.mergeAll(
    inputsLayer(placeOf, log),
    secretsLayer(path.dirname(config.file)),
    seedLayer(spec.config.seed),
    progressLayer(teller, warnings),
    gatesLayer(spec.gates),
    writersLayer(spec.reports),
  );

  const work = Effect.gen(function* () {
    const started = yield* DateTime.now;
    const { identity, deterministic, known, models } = yield* Provider;
    yield* refuseUnknown(models, study);
    const provider = { identity, deterministic, known };
    const session = yield* makeSession(Effect.map(log.all, (inputs) => ({ ...source, inputs, provider })));
    const files = yield* makeRunFiles(session.directory);
    const noted: RunFiles["write"] = (name, content) => Effect.tap(files.write(name, content), session.note);
    let loaded: Artifacts = {};
    let told: ReadonlyArray<string> = [];
    const foreseen = Effect.suspend(() =>
      countForeseen(foreseenQuestions(spec.pipeline, spec.stageOptions, loaded), {
        sampling: asking.sampling,
        endpoint: identity,
        isAnswered: (key) => session.taken()?.journal.answered(key) != null,
      }),
    );
    const scope = yield* Effect.scope;
    const begin = Effect.fnUntraced(function* (known: Artifacts) {
      loaded = known;
      told = yield* warnings.all;
      yield* session.take;
      yield* Scope.extend(watch(teller, tally, foreseen), scope);
    });
    const instrument = instrumentOf(spec.config.controls);
    const asked = execute(spec.pipeline, spec.stageOptions, { study, instrument }, begin).pipe(
      Effect.onInterrupt(() => (session.taken() === null ? Effect.void : teller.line(INTERRUPTED))),
      Effect.provide(Layer.provide(answersLayer(asking, tally, throttle), session.store)),
      Effect.provide(outputLayer({ write: noted }, options.screen ?? WIDE)),
      Effect.provide(
        provenanceLayer(
          { version: VERSION, spec, provider },
          log.all,
          Effect.sync(() => told),
        ),
      ),
      Effect.scoped,
    );
    const artifacts = yield* asked.pipe(
      Effect.tapBoth({ onFailure: () => session.standing, onSuccess: () => session.standing }),
      Effect.catchTags({
        BudgetReached: (error) =>
          Effect.flatMap(foreseen, (counts) => Effect.fail(withMissing(error, counts, asking))),
        EmptyShortlist: (error) => Effect.flatMap(throttle.paused, (paused) => pausedOr(error, paused)),
      }),
      Effect.onExit((exit) => tellWayOn(teller, session.taken(), { exit, paused: throttle.paused })),
    );
    const { path: directory, journal } = yield* session.take;
    const paused = yield* throttle.paused;
    const failures = failuresOf(artifacts);
    if (paused.length === 0 && failures.length === 0) {
      yield* session.tidy;
      const facts = {
        spec,
        study,
        provider,
        gates: yield* GateSet,
        shortlist: shortlistOf(artifacts),
        inputs: yield* log.all,
        artifacts: yield* files.written,
        counts: yield* tally.counts,
        flight: tally.flight.summary(),
        journal: yield* journal.summary,
        warnings: yield* warnings.all,
        started,
        finished: yield* DateTime.now,
      };
      yield* Effect.tapError(files.write(MANIFEST, Stream.make(manifest(facts))), () => session.standing);
    }
    const { reports }: Partial<Values<typeof Reports>> = artifacts;
    return {
      directory,
      files: yield* files.written,
      shown: reports?.screen ?? "",
      failures,
      paused,
      artifacts,
    } satisfies RunResult;
  });
  return yield* Effect.provide(work, Layer.provideMerge(providerLayer(spec.provider), base));
});

/** Where candidates were put off, an empty shortlist is no finding. */
function pausedOr(error: EmptyShortlist, paused: ReadonlyArray<string>) {
  return Effect.fail(paused.length === 0 ? error : new WaitLimitReached({ message: error.message }));
}

/** The models that went on, as far as the pipeline came. */
export function shortlistOf(artifacts: Artifacts): ReadonlyArray<string> {
  const { shortlist }: Partial<Values<typeof Shortlist>> = artifacts;
  return shortlist?.models ?? [];
}
