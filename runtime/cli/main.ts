#!/usr/bin/env node
import { CommanderError } from "commander";
import { keepHeapLean } from "./lean_heap.ts";
import { program } from "./program.ts";

/** Help and version are no errors; a slip on the command line is bad input. */
function commandLineExit(error: unknown): number {
  if (!(error instanceof CommanderError)) throw error;
  return error.exitCode === 0 ? 0 : 2;
}

keepHeapLean();
program()
  .parseAsync()
  .catch((error: unknown) => {
    process.exitCode = commandLineExit(error);
  });
