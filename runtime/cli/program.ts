import { Argument, Command, InvalidArgumentError } from "commander";
import type { Override } from "../config/mod.ts";
import type { Kind } from "../plugins/mod.ts";
import { VERSION } from "../version.ts";

/** The command line of `recall-guard`; each command is loaded when it is called. */
export function program(): Command {
  const root = new Command("recall-guard")
    .description(
      "Tells whether a language model's market calls are reasoning or recall of its training data.",
    )
    .version(VERSION)
    .showHelpAfterError("(see recall-guard --help)")
    .exitOverride()
    .configureHelp({ showGlobalOptions: true });
  addRun(root);
  addCheck(root);
  addPlan(root);
  addDoctor(root);
  addReplay(root);
  addCompare(root);
  addCalibrate(root);
  addScore(root);
  addInit(root);
  addSchema(root);
  addPlugins(root);
  return root;
}

function addRun(root: Command): void {
  root
    .command("run")
    .description("run a pipeline and write its artifacts, or go on with a run that was stopped")
    .argument("[config]", "YAML file; may be left out with --resume")
    .option("--out <dir>", "the run directory (default: runs/<UTC time>)", namedPath)
    .option("--resume <dir>", "go on with the unfinished run in this directory", namedPath)
    .option("--set <path=value>", "set a value of the config; may be repeated", override)
    .option("--require-survivors <n>", "end with exit 6 where fewer models survive the gates", atLeastOne)
    .option("--quiet", "say nothing but warnings and errors")
    .option("--json", "print the result as JSON")
    .action(async (config: string | undefined, options, command: Command) => {
      if (config === undefined && options.resume === undefined)
        command.error("error: missing required argument 'config'");
      if (options.out !== undefined && options.resume !== undefined)
        command.error("error: --out and --resume name two directories; give one");
      const { runCommand } = await import("./run_command.ts");
      runCommand(config, options);
    });
}

function addCheck(root: Command): void {
  root
    .command("check")
    .description("read the config and the inputs, show stages and cutoffs; sends nothing")
    .argument("<config>", "YAML file")
    .option("--set <path=value>", "set a value of the config; may be repeated", override)
    .option("--no-blind", "do not look at what the prompts alone give away about the corpora")
    .option("--json", "print what was found as JSON")
    .action(async (config: string, options) => {
      const { checkCommand } = await import("./check_command.ts");
      await checkCommand(config, options);
    });
}

function addPlan(root: Command): void {
  root
    .command("plan")
    .description("count what a run would ask, what it would cost and how long it would take; sends nothing")
    .argument("<config>", "YAML file")
    .option("--journal <dir>", "a run directory whose answers need not be asked again", namedPath)
    .option("--set <path=value>", "set a value of the config; may be repeated", override)
    .option("--json", "print the plan as JSON")
    .action(async (config: string, options) => {
      const { planCommand } = await import("./plan_command.ts");
      planCommand(config, options);
    });
}

function addDoctor(root: Command): void {
  root
    .command("doctor")
    .description("ask every model a handful of questions and tell what its endpoint does with them")
    .argument("<config>", "YAML file")
    .option("--set <path=value>", "set a value of the config; may be repeated", override)
    .option("--json", "print what was found as JSON")
    .action(async (config: string, options) => {
      const { doctorCommand } = await import("./doctor_command.ts");
      doctorCommand(config, options);
    });
}

function addReplay(root: Command): void {
  root
    .command("replay")
    .description("make a finished run's files again from its directory and compare every byte; sends nothing")
    .argument("<dir>", "the run directory")
    .option("--json", "print what was compared as JSON")
    .action(async (directory: string, options) => {
      const { replayCommand } = await import("./replay_command.ts");
      replayCommand(directory, options);
    });
}

function addCompare(root: Command): void {
  root
    .command("compare")
    .description(
      "tell what differs between two finished runs, each model by a paired test on the rows of both",
    )
    .argument("<a>", "a run directory, the earlier one")
    .argument("<b>", "another")
    .option("--json", "print the comparison as JSON")
    .option("--html <file>", "also write it as a page", namedPath)
    .action(async (a: string, b: string, options) => {
      const { compareCommand } = await import("./compare_command.ts");
      compareCommand(a, b, options);
    });
}

function addCalibrate(root: Command): void {
  root
    .command("calibrate")
    .description(
      "run a config as far as its calibrators and write them to a file, for score and for programs",
    )
    .argument("<config>", "YAML file")
    .requiredOption("--out <file>", "the file to write", namedPath)
    .option("--model <id>", "calibrate this model only (default: every model of the config)")
    .option("--journal <dir>", "keep the answers here, and go on with those that stand there", namedPath)
    .option("--set <path=value>", "set a value of the config; may be repeated", override)
    .option("--quiet", "say nothing but warnings and errors")
    .action(async (config: string, options) => {
      const { calibrateCommand } = await import("./calibrate_command.ts");
      calibrateCommand(config, options);
    });
}

function addScore(root: Command): void {
  root
    .command("score")
    .description("score prompts, JSON lines in and out, with calibrators from a file")
    .argument("<config>", "YAML file: how to ask")
    .argument("[file]", 'prompts, a JSON object with the key "prompt" a line; - for standard input', "-")
    .requiredOption("--calibrators <file>", "made by calibrate or by a run", namedPath)
    .requiredOption("--model <id>", "the model to ask")
    .option("--journal <dir>", "keep the answers here, and go on with those that stand there", namedPath)
    .option("--set <path=value>", "set a value of the config; may be repeated", override)
    .option("--quiet", "say nothing but warnings and errors")
    .action(async (config: string, file: string, options) => {
      const { scoreCommand } = await import("./score_command.ts");
      scoreCommand(config, file, options);
    });
}

function addInit(root: Command): void {
  const init = root
    .command("init")
    .description("write a first config for an eval set, or a package for a plugin of your own")
    .argument("<data>", "the eval set, JSONL")
    .option("--out <file>", "the config to write (default: beside the data, named after it)", namedPath)
    .action(async (data: string, options) => {
      const { initCommand } = await import("./init_command.ts");
      initCommand(data, options);
    });
  init
    .command("plugin")
    .description("make a package with a plugin that works and a test that passes")
    .addArgument(new Argument("<kind>", "what it is to be").choices(["provider", "gates", "report", "stage"]))
    .argument("<name>", "its name, such as my-desk")
    .option("--dir <dir>", "the folder to make (default: one of its name)", namedPath)
    .action(async (kind: Kind, name: string, options) => {
      const { initPluginCommand } = await import("./init_command.ts");
      initPluginCommand(kind, name, options);
    });
}

function addSchema(root: Command): void {
  root
    .command("schema")
    .description("print the JSON schema of a config, for editors, or of report.json, for programs")
    .addArgument(
      new Argument("[of]", "what to print the schema of").choices(["config", "report"]).default("config"),
    )
    .action(async (of: "config" | "report") => {
      const { schemaCommand } = await import("./schema_command.ts");
      schemaCommand(of);
    });
}

function addPlugins(root: Command): void {
  root
    .command("plugins")
    .description("list the built-in plugins and stages with their options")
    .option("--json", "print the list as JSON")
    .action(async (options) => {
      const { pluginsCommand } = await import("./plugins_command.ts");
      pluginsCommand(options);
    });
}

/** `path=value`, such as `request.temperature=0.7`. */
function override(text: string, before: ReadonlyArray<Override> = []): ReadonlyArray<Override> {
  const [path, ...value] = text.split("=");
  if (path === undefined || path === "" || value.length === 0) {
    throw new InvalidArgumentError('expected path=value, such as "seed=1"');
  }
  return [...before, { path: path.split("."), value: value.join("=") }];
}

/** Not what an unset variable leaves of `--out "$OUT"`. */
function namedPath(text: string): string {
  if (text === "") throw new InvalidArgumentError("expected a path, got an empty text");
  return text;
}

function atLeastOne(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new InvalidArgumentError('expected a whole number from 1, such as "3"');
  return Number(text);
}
