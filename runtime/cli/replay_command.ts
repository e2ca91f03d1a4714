import { Console, Effect } from "effect";
import { type ReplayResult, replay } from "../replay/mod.ts";
import { launch } from "./launch.ts";
import { table } from "./table.ts";

export interface ReplayFlags {
  readonly json?: boolean;
}

/** `recall-guard replay`. */
export function replayCommand(directory: string, { json = false }: ReplayFlags): void {
  launch(
    Effect.flatMap(replay(directory), (result) =>
      Console.log(json ? JSON.stringify(result, null, 2) : inWords(result)),
    ),
  );
}

function inWords({ files, outcomes, notes }: ReplayResult): string {
  return [
    table(
      ["File", "SHA-256", "Replayed"],
      files.map(({ name, sha256 }) => [name, sha256.slice(0, 16), "same bytes"]),
    ),
    ...notes.map((note) => `Note: ${note}`),
    `Every file came out again from ${outcomes} outcomes of the journal. Nothing was sent.`,
  ].join("\n");
}
