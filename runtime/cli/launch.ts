import type { FileSystem, Path } from "@effect/platform";
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem";
import * as NodePath from "@effect/platform-node/NodePath";
import { runMain } from "@effect/platform-node/NodeRuntime";
import { Cause, Console, Effect, Exit, FiberRef, Layer, Logger, Option, Predicate } from "effect";
import { EXIT_CODE, type RunError } from "../../plugins/contract/mod.ts";
import type { Processes } from "../journal/mod.ts";
import { printable } from "../printable.ts";
import { isHangupMeant, processesLayer } from "./processes.ts";

const INTERRUPTED = 130;
const UNKNOWN = 1;

/** What plugins log stands on standard error: standard output is for results. */
const logsBeside = Logger.replace(Logger.defaultLogger, Logger.withConsoleError(Logger.logfmtLogger));

/**
 * Runs a command as the process's main work: errors as sentences on standard error, exit codes by the one table.
 * A plugin may bring an `effect` of another version; that they work together is tested, so it is no news.
 *
 * @param lastly Runs when the end has been told.
 */
export function launch<A>(
  command: Effect.Effect<A, RunError, FileSystem.FileSystem | Path.Path | Processes>,
  lastly: Effect.Effect<void> = Effect.void,
): void {
  process.stdout.on("error", endOfOutput);
  // A terminal that has gone can be told nothing.
  process.stderr.on("error", () => {});
  if (isHangupMeant()) process.once("SIGHUP", () => process.kill(process.pid, "SIGTERM"));
  const main = command.pipe(
    Effect.onExit((exit) => (Exit.isFailure(exit) ? tell(exit.cause) : Effect.void)),
    Effect.ensuring(lastly),
    Effect.provide(Layer.mergeAll(NodeFileSystem.layer, NodePath.layer, processesLayer, logsBeside)),
    Effect.locally(FiberRef.versionMismatchErrorLogLevel, Option.none()),
  );
  runMain(main, {
    disableErrorReporting: true,
    disablePrettyLogger: true,
    teardown: (exit, onExit) => onExit(exitCode(exit)),
  });
}

function exitCode(exit: Exit.Exit<unknown, unknown>): number {
  if (Exit.isSuccess(exit)) return 0;
  const error = Option.getOrUndefined(Cause.failureOption(exit.cause));
  if (isRunError(error)) return EXIT_CODE[error._tag];
  return Cause.isInterruptedOnly(exit.cause) ? INTERRUPTED : UNKNOWN;
}

function isRunError(error: unknown): error is RunError {
  return (
    Predicate.hasProperty(error, "_tag") &&
    Predicate.isString(error._tag) &&
    Object.hasOwn(EXIT_CODE, error._tag)
  );
}

function tell(cause: Cause.Cause<RunError>) {
  const error = Option.getOrUndefined(Cause.failureOption(cause));
  if (error !== undefined) return Console.error(printable(error.message));
  if (Cause.isInterruptedOnly(cause)) return Console.error("Interrupted");
  const defect = Option.getOrUndefined(Cause.dieOption(cause));
  const says = defect instanceof Error ? defect.message : String(defect);
  return Console.error(`Stopped by a fault of recall-guard itself (please report it): ${printable(says)}`);
}

/** A reader that has seen enough, such as `head`, is no error. */
function endOfOutput(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") process.exit(0);
  process.exitCode = UNKNOWN;
  console.error(`Cannot write to the standard output: ${error.code ?? error.message}`);
}
