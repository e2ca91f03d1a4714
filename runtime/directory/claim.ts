import { Path } from "@effect/platform";
import { Effect } from "effect";
import { ConfigError, Issue } from "../../plugins/contract/mod.ts";
import type { Override, RunSpec } from "../config/mod.ts";
import type { ReadInput } from "../inputs.ts";
import { openJournal, takeLock } from "../journal/mod.ts";
import { VERSION } from "../version.ts";
import { ofText, writeWhole } from "../write_whole.ts";
import { differences, identityOf, inWords, withoutConsequences, withoutMended } from "./identity.ts";
import { keepInputs } from "./kept_inputs.ts";
import { makeDated, makeNamed, removeUnused } from "./place.ts";
import { type RunRecord, writeRecord } from "./record.ts";
import { namedTarget } from "./target.ts";
import { writtenFiles } from "./written.ts";

/** A run that is about to ask its first question. */
export interface Beginning {
  /** The run directory; one is made under `runs/` from the time without it. */
  readonly directory: string | null;
  readonly config: { readonly file: string; readonly text: string };
  readonly overrides: ReadonlyArray<Override>;
  readonly spec: RunSpec;
  readonly inputs: ReadonlyArray<ReadInput>;
  readonly placeOf: (name: string) => string;
  readonly provider: RunRecord["provider"];
}

export const JOURNAL = "answers.jsonl";

/**
 * Makes a run directory this run's own until the scope closes: it is locked, it says what is run and holds what it is
 * run on, and its journal is open. An unfinished run in it goes on if it is the same run. A directory in which nothing
 * came of any question goes again.
 */
export const claimDirectory = Effect.fn("directory.claim")(function* (beginning: Beginning) {
  const path = yield* Path.Path;
  const directory = yield* beginning.directory === null ? makeDated : makeNamed(beginning.directory);
  yield* takeLock(directory);
  const journalFile = path.join(directory, JOURNAL);
  yield* Effect.addFinalizer(() => removeUnused(directory, journalFile));
  const { spec, inputs, placeOf, provider, config, overrides } = beginning;
  const identity = identityOf(spec, inputs, provider.identity);
  const { unfinished } = yield* namedTarget(directory);
  if (unfinished !== null) yield* refuseAnother(directory, unfinished, identity);
  const record: RunRecord = {
    run_version: 1,
    recall_guard: VERSION,
    config_file: config.file,
    overrides,
    identity,
    inputs: yield* keepInputs(directory, inputs, placeOf),
    provider,
    written: unfinished?.written ?? {},
  };
  yield* writeWhole(path.join(directory, "config.yaml"), ofText(config.text));
  yield* writeRecord(directory, record);
  const journal = yield* openJournal(journalFile);
  return { path: directory, journal, written: yield* writtenFiles(directory, record) };
});

function refuseAnother(directory: string, unfinished: RunRecord, identity: RunRecord["identity"]) {
  const found = withoutMended(differences(unfinished.identity, identity));
  const issues = withoutConsequences(found).map(
    (difference) =>
      new Issue({ at: "", says: `Cannot go on with the run in "${directory}": ${inWords(difference)}` }),
  );
  return issues.length === 0 ? Effect.void : Effect.fail(new ConfigError({ issues }));
}
