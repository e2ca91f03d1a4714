import type { FileSystem, Path } from "@effect/platform";
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem";
import * as NodePath from "@effect/platform-node/NodePath";
import { runMain } from "@effect/platform-node/NodeRuntime";
import { Cause, Console, Effect, Exit, Layer, Option, Predicate } from "effect";
import { EXIT_CODE, type RunError } from "../../plugins/contract/mod.ts";

const INTERRUPTED = 130;
const UNKNOWN = 1;

/** Runs a command as the process's main work: errors as sentences on standard error, exit codes by the one table. */
export function launch<A>(command: Effect.Effect<A, RunError, FileSystem.FileSystem | Path.Path>): void {
  process.stdout.on("error", endQuietly);
  const main = command.pipe(
    Effect.tapErrorCause(tell),
    Effect.provide(Layer.merge(NodeFileSystem.layer, NodePath.layer)),
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
  if (error !== undefined) return Console.error(error.message);
  if (Cause.isInterruptedOnly(cause)) return Console.error("Interrupted");
  const defect = Option.getOrUndefined(Cause.dieOption(cause));
  const says = defect instanceof Error ? defect.message : String(defect);
  return Console.error(`Stopped by a fault of recall-guard itself (please report it): ${says}`);
}

/** A reader that has seen enough, such as `head`, is no error. */
function endQuietly(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") process.exit(0);
}
