import { Path } from "@effect/platform";
import { Effect, Layer } from "effect";
import { type BudgetReached, type InstrumentCheck, Progress, Provider } from "../../plugins/contract/mod.ts";
import { answersLayer, makeTally, makeThrottle, memoryStore, toAsking } from "../answers/mod.ts";
import { type Override, readConfig } from "../config/mod.ts";
import { checkInstrument, UNCHECKED } from "../controls/mod.ts";
import { inputsLayer, makeInputLog } from "../inputs.ts";
import { providerLayer, seedLayer } from "../layers.ts";
import { readText } from "../read_text.ts";
import { secretsLayer } from "../secrets.ts";
import { toStudy } from "../study.ts";
import { CHECKS } from "./checks/mod.ts";
import type { Finding } from "./finding.ts";
import { type Observation, observe } from "./observe.ts";
import { watched } from "./sightings.ts";

export type { Finding, Status } from "./finding.ts";

/** What was found of one model. */
export interface Examined {
  readonly model: string;
  /** Whether no check failed. */
  readonly usable: boolean;
  readonly findings: ReadonlyArray<Finding>;
}

/** What a doctor says of a config's endpoint and models. */
export interface Diagnosis {
  readonly endpoint: string;
  readonly models: ReadonlyArray<Examined>;
  /** Whether memory is found where it is known to be, and only there. */
  readonly instrument: InstrumentCheck;
  /** What ended it before all was asked, or null. */
  readonly budget: BudgetReached | null;
}

/** Asks every model of a config a handful of calls, as a run would, and says what is to be expected of it. */
export const doctor = Effect.fn("doctor")(function* (
  config: string,
  overrides: ReadonlyArray<Override> = [],
) {
  const path = yield* Path.Path;
  const spec = yield* readConfig(yield* readText(config), config, overrides);
  const study = toStudy(spec.config);
  const directory = path.dirname(config);
  const base = Layer.mergeAll(
    inputsLayer(directory, yield* makeInputLog),
    secretsLayer(directory),
    seedLayer(spec.config.seed),
  );
  const models = [
    ...new Set([...study.models, ...(study.referenceModel === null ? [] : [study.referenceModel])]),
  ];

  const examination = Effect.gen(function* () {
    const made = yield* Provider;
    const sightings = watched(made);
    const asking = toAsking(spec.config, study.request);
    const answers = answersLayer(asking, yield* makeTally, yield* makeThrottle).pipe(
      Layer.provide(Layer.mergeAll(memoryStore, silent, Layer.succeed(Provider, sightings.provider))),
    );
    const looks = Effect.forEach(models, (model) => observe(model, study.request, sightings), {
      concurrency: "unbounded",
    });
    const seen = yield* Effect.provide(looks, answers);
    return {
      endpoint: made.identity,
      models: seen.map(examine),
      instrument: spec.config.controls ? yield* checkInstrument() : UNCHECKED,
      budget: seen.find(({ budget }) => budget !== null)?.budget ?? null,
    } satisfies Diagnosis;
  });
  return yield* Effect.provide(examination, Layer.provide(providerLayer(spec.provider), base));
});

/** The findings tell what warnings would. */
const silent = Layer.succeed(Progress, { note: () => Effect.void, warn: () => Effect.void });

function examine({ observed }: Observation): Examined {
  const findings = CHECKS.map(({ name, look }): Finding => ({ check: name, ...look(observed) }));
  return { model: observed.model, usable: findings.every(({ status }) => status !== "failed"), findings };
}
