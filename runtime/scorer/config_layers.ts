import { Path } from "@effect/platform";
import { Effect, Layer } from "effect";
import { type Override, readConfig } from "../config/mod.ts";
import { inputsLayer, makeInputLog } from "../inputs.ts";
import { gatesLayer, providerLayer, seedLayer, writersLayer } from "../layers.ts";
import { makeWarnings, progressLayer, type Teller } from "../progress.ts";
import { provenanceLayer } from "../provenance.ts";
import { readText } from "../read_text.ts";
import { secretsLayer } from "../secrets.ts";
import { toStudy } from "../study.ts";

/** A config by its file, with what the command line sets. */
export interface ConfigFile {
  readonly config: string;
  readonly overrides: ReadonlyArray<Override>;
  readonly teller: Teller;
}

/** A config with all that it gives but answers and a place for files. */
export const configLayers = Effect.fn("scorer.configLayers")(function* (file: ConfigFile) {
  const { config, overrides, teller } = file;
  const path = yield* Path.Path;
  const spec = yield* readConfig(yield* readText(config), config, overrides);
  const directory = path.dirname(config);
  const log = yield* makeInputLog;
  const origin = Effect.map(log.all, (inputs) => ({ spec, endpoint: "", inputs, warnings: [] }));
  const base = Layer.mergeAll(
    inputsLayer(directory, log),
    secretsLayer(directory),
    seedLayer(spec.config.seed),
    progressLayer(teller, yield* makeWarnings),
    gatesLayer(spec.gates),
    writersLayer(spec.reports),
    provenanceLayer(origin),
  );
  const layers = Layer.provideMerge(providerLayer(spec.provider), base);
  return { spec, study: toStudy(spec.config), layers };
});
