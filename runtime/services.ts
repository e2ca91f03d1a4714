import { Path } from "@effect/platform";
import { Effect, Layer } from "effect";
import { answersLayer, makeTally, makeThrottle, memoryStore, toAsking } from "./answers/mod.ts";
import { type Override, readConfig } from "./config/mod.ts";
import { inputsLayer, makeInputLog } from "./inputs.ts";
import { gatesLayer, providerLayer, seedLayer } from "./layers.ts";
import { makeWarnings, progressLayer, quietTeller } from "./progress.ts";
import { readText } from "./read_text.ts";
import { secretsLayer } from "./secrets.ts";
import { toStudy } from "./study.ts";

/**
 * What a config gives to the functions of a stage, such as `smokeTest`, when they are called one by one: its models'
 * answers, its inputs, seed and gate set. Warnings go to standard error; no file is written.
 */
export const servicesOf = (config: string, overrides: ReadonlyArray<Override> = []) =>
  Layer.unwrapEffect(
    Effect.gen(function* () {
      const path = yield* Path.Path;
      const spec = yield* readConfig(yield* readText(config), config, overrides);
      const log = yield* makeInputLog;
      const warnings = yield* makeWarnings;
      const base = Layer.mergeAll(
        inputsLayer(path.dirname(config), log),
        secretsLayer(path.dirname(config)),
        seedLayer(spec.config.seed),
        progressLayer(quietTeller, warnings),
        gatesLayer(spec.gates),
      );
      const asking = toAsking(spec.config, toStudy(spec.config).request);
      const answers = answersLayer(asking, yield* makeTally, yield* makeThrottle);
      return Layer.provideMerge(
        Layer.provide(answers, memoryStore),
        Layer.provideMerge(providerLayer(spec.provider), base),
      );
    }),
  );
