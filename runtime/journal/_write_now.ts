import { writeSync } from "node:fs";
import type { FileSystem } from "@effect/platform";
import { type PlatformError, SystemError } from "@effect/platform/Error";
import { Effect } from "effect";

/**
 * Hands all bytes to the operating system before anything else happens. A few kilobytes into its cache cost less than
 * their way to a thread and back, on which every other answer that is there already would be served first.
 */
export function writeNow(
  { fd }: Pick<FileSystem.File, "fd">,
  bytes: Uint8Array,
): Effect.Effect<void, PlatformError> {
  return Effect.try({
    try: () => {
      for (let written = 0; written < bytes.length; ) written += writeSync(fd, bytes, written);
    },
    catch: (fault) =>
      new SystemError({
        reason: "Unknown",
        module: "FileSystem",
        method: "write",
        description: fault instanceof Error ? fault.message : String(fault),
        cause: fault,
      }),
  });
}
