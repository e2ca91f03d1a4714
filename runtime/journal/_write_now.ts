import { writeSync } from "node:fs";
import type { FileSystem } from "@effect/platform";
import { type PlatformError, SystemError } from "@effect/platform/Error";

/**
 * Hands all bytes to the operating system before anything else happens, and says why where that fails. A few kilobytes
 * into its cache cost less than their way to a thread and back, on which every other answer that is there already would
 * be served first.
 */
export function writeNow({ fd }: Pick<FileSystem.File, "fd">, bytes: Uint8Array): PlatformError | null {
  try {
    for (let written = 0; written < bytes.length; ) written += writeSync(fd, bytes, written);
    return null;
  } catch (fault) {
    return new SystemError({
      reason: "Unknown",
      module: "FileSystem",
      method: "write",
      description: fault instanceof Error ? fault.message : String(fault),
      cause: fault,
    });
  }
}
