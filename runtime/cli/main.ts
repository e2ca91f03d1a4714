#!/usr/bin/env node
import { Command, CommanderError, InvalidArgumentError } from "commander";
import type { Override } from "../config/mod.ts";
import { VERSION } from "../version.ts";

/** `path=value`, such as `request.temperature=0.7`. */
function override(text: string, before: ReadonlyArray<Override> = []): ReadonlyArray<Override> {
  const [path, ...value] = text.split("=");
  if (path === undefined || path === "" || value.length === 0) {
    throw new InvalidArgumentError('expected path=value, such as "seed=1"');
  }
  return [...before, { path: path.split("."), value: value.join("=") }];
}

const program = new Command("recall-guard")
  .description("Tells whether a language model's market calls are reasoning or recall of its training data.")
  .version(VERSION)
  .showHelpAfterError("(see recall-guard --help)")
  .exitOverride()
  .configureHelp({ showGlobalOptions: true });

program
  .command("run")
  .description("run a pipeline and write its artifacts")
  .argument("<config>", "YAML file")
  .option("--out <dir>", "the run directory (default: runs/<UTC time>)")
  .option("--set <path=value>", "set a value of the config; may be repeated", override)
  .option("--quiet", "say nothing but warnings and errors")
  .option("--json", "print the result as JSON")
  .action(async (config: string, options) => {
    const { runCommand } = await import("./run_command.ts");
    await runCommand(config, options);
  });

program
  .command("check")
  .description("read the config and the inputs, show stages and cutoffs; sends nothing")
  .argument("<config>", "YAML file")
  .option("--set <path=value>", "set a value of the config; may be repeated", override)
  .option("--json", "print what was found as JSON")
  .action(async (config: string, options) => {
    const { checkCommand } = await import("./check_command.ts");
    await checkCommand(config, options);
  });

/** Help and version are no errors; a slip on the command line is bad input. */
function commandLineExit(error: unknown): number {
  if (!(error instanceof CommanderError)) throw error;
  return error.exitCode === 0 ? 0 : 2;
}

program.parseAsync().catch((error: unknown) => {
  process.exitCode = commandLineExit(error);
});
