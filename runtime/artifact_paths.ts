import { Console, type Effect } from "effect";
import type { WrittenFile } from "../plugins/contract/mod.ts";

type NamedPath = Pick<WrittenFile, "name" | "path">;

/** The list of files that ends a run's output. */
export function artifactPaths(files: ReadonlyArray<NamedPath>): string {
  return ["Artifacts:", ...files.map(({ name, path }) => `  ${name}\t${path}`)].join("\n");
}

/** Prints the list of files on standard output. */
export function printArtifactPaths(files: ReadonlyArray<NamedPath>): Effect.Effect<void> {
  return Console.log(artifactPaths(files));
}
