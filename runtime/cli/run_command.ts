import { Console, Effect } from "effect";
import {
  type Ranking,
  ReportError,
  TooFewSurvivors,
  type Values,
  WaitLimitReached,
} from "../../plugins/contract/mod.ts";
import { artifactPaths } from "../artifact_paths.ts";
import type { Override } from "../config/mod.ts";
import { type RunResult, run } from "../run.ts";
import { launch } from "./launch.ts";
import { screenOf } from "./screen.ts";
import { terminalTeller } from "./teller.ts";

export interface RunFlags {
  readonly out?: string;
  readonly resume?: string;
  readonly set?: ReadonlyArray<Override>;
  readonly requireSurvivors?: number;
  readonly quiet?: boolean;
  readonly json?: boolean;
}

/** `recall-guard run`. */
export function runCommand(config: string | undefined, flags: RunFlags): void {
  const { out, resume, set, quiet, json, requireSurvivors: required = 0 } = flags;
  const { teller, last } = terminalTeller({ isQuiet: quiet ?? false });
  const options = {
    ...(config === undefined ? {} : { config }),
    ...(out === undefined ? {} : { out }),
    ...(resume === undefined ? {} : { resume }),
    overrides: set ?? [],
    screen: screenOf(process.stdout, process.env),
    teller,
  };
  const command = Effect.gen(function* () {
    const result = yield* run(options);
    if (json) yield* Console.log(JSON.stringify(toJson(result), null, 2));
    else if (!quiet) yield* Console.log(`${result.shown}\n${artifactPaths(result.files)}`);
    if (result.failures.length > 0) return yield* new ReportError({ message: result.failures.join("\n") });
    if (result.paused.length > 0) return yield* new WaitLimitReached({ message: unfinished(result) });
    const survivors = survivorsOf(result);
    if (survivors < required) return yield* new TooFewSurvivors({ message: tooFew(survivors, required) });
  });
  launch(command, last);
}

function survivorsOf({ artifacts }: RunResult): number {
  const { ranking }: Partial<Values<typeof Ranking>> = artifacts;
  return (ranking?.verdicts ?? []).filter(({ survives }) => survives).length;
}

function tooFew(survivors: number, required: number): string {
  const found = survivors === 1 ? "1 model survives" : `${survivors || "no"} models survive`;
  return `${found} the gates and --require-survivors wants ${required}; the reasons stand in the table and in top3.md`;
}

function unfinished({ paused }: RunResult): string {
  const names = paused.map((model) => `"${model}"`).join(", ");
  return `Cannot finish with ${names} now, for the reasons above; all else is written`;
}

function toJson({ directory, files, failures, paused }: RunResult) {
  return {
    directory,
    files: files.map(({ name, path, sha256 }) => ({ name, path, sha256 })),
    failures,
    paused,
  };
}
