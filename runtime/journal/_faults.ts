import type { PlatformError } from "@effect/platform/Error";
import { JournalError, OutputError } from "../../plugins/contract/mod.ts";
import { reasonOf } from "../inputs.ts";

export function cannotRead(path: string) {
  return (error: PlatformError) =>
    new JournalError({ message: `Cannot read "${path}": ${reasonOf(error)}`, line: null });
}

export function cannotWrite(path: string) {
  return (error: PlatformError) => new OutputError({ message: `Cannot write "${path}": ${reasonOf(error)}` });
}
