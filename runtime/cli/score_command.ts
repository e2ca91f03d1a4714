import { FileSystem } from "@effect/platform";
import * as NodeSink from "@effect/platform-node/NodeSink";
import * as NodeStream from "@effect/platform-node/NodeStream";
import { Effect, Stream } from "effect";
import { InputError, OutputError } from "../../plugins/contract/mod.ts";
import type { Override } from "../config/mod.ts";
import { reasonOf } from "../inputs.ts";
import { scorePrompts } from "../scorer/score_prompts.ts";
import { launch } from "./launch.ts";
import { terminalTeller } from "./teller.ts";

export interface ScoreFlags {
  readonly calibrators: string;
  readonly model: string;
  readonly journal?: string;
  readonly set?: ReadonlyArray<Override>;
  readonly quiet?: boolean;
}

const STDIN = "-";

/** `recall-guard score`. */
export function scoreCommand(config: string, file: string, flags: ScoreFlags): void {
  const { calibrators, model, journal = null, set = [], quiet = false } = flags;
  const { teller, last } = terminalTeller({ isQuiet: quiet });
  const lines = scorePrompts({
    ...{ config, overrides: set, teller, calibrators, model, journal },
    prompts: file === STDIN ? standardInput : bytesOf(file),
    name: file === STDIN ? "standard input" : file,
  });
  launch(Stream.run(lines, standardOutput), last);
}

const standardInput = NodeStream.fromReadable<InputError, Uint8Array>(
  () => process.stdin,
  (error) => new InputError({ message: `Cannot read standard input: ${String(error)}` }),
);

function bytesOf(file: string) {
  return Stream.unwrap(
    Effect.map(FileSystem.FileSystem, (fs) =>
      Stream.mapError(
        fs.stream(file),
        (error) => new InputError({ message: `Cannot read "${file}": ${reasonOf(error)}` }),
      ),
    ),
  );
}

const standardOutput = NodeSink.fromWritable<OutputError, string>(
  () => process.stdout,
  (error) => new OutputError({ message: `Cannot write to standard output: ${String(error)}` }),
  { endOnDone: false },
);
