import { Console, Effect } from "effect";
import { ReportError, type Screen } from "../../plugins/contract/mod.ts";
import type { Override } from "../config/mod.ts";
import { type RunResult, run } from "../run.ts";
import { launch } from "./launch.ts";

export interface RunFlags {
  readonly out?: string;
  readonly set?: ReadonlyArray<Override>;
  readonly quiet?: boolean;
  readonly json?: boolean;
}

/** `recall-guard run`. */
export function runCommand(config: string, flags: RunFlags): void {
  const options = {
    config,
    ...(flags.out === undefined ? {} : { out: flags.out }),
    overrides: flags.set ?? [],
    screen: terminal(),
    notes: !flags.quiet && process.stderr.isTTY === true,
  };
  launch(
    Effect.gen(function* () {
      const result = yield* run(options);
      if (flags.json) yield* Console.log(JSON.stringify(toJson(result), null, 2));
      else if (!flags.quiet) yield* Console.log(`${result.shown}\n${artifactPaths(result)}`);
      if (result.failures.length > 0) return yield* new ReportError({ message: result.failures.join("\n") });
    }),
  );
}

/** The list of files that ends a run's output. */
function artifactPaths({ files }: RunResult): string {
  return ["Artifacts:", ...files.map(({ name, path }) => `  ${name}\t${path}`)].join("\n");
}

function toJson({ directory, files, failures }: RunResult) {
  return { directory, files: files.map(({ name, path, sha256 }) => ({ name, path, sha256 })), failures };
}

function terminal(): Screen {
  const { isTTY, columns } = process.stdout;
  return { columns: isTTY ? columns : 200, color: isTTY === true && !process.env["NO_COLOR"] };
}
