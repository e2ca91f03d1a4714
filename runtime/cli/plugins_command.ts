import { Console, Effect } from "effect";
import { type Listed, listing } from "../config/mod.ts";
import { launch } from "./launch.ts";
import { table } from "./table.ts";

export interface PluginsFlags {
  readonly json?: boolean;
}

/** `recall-guard plugins`. */
export function pluginsCommand({ json = false }: PluginsFlags): void {
  launch(
    Effect.flatMap(Effect.promise(listing), (found) =>
      Console.log(json ? JSON.stringify(found, null, 2) : tableOf(found)),
    ),
  );
}

function tableOf(found: ReadonlyArray<Listed>): string {
  return table(["Kind", "Name", "Version", "Option", "Default", "Description"], found.flatMap(rowsOf));
}

/** A line for the plugin, and one for each of its options after the first. */
function rowsOf({ kind, name, version, options }: Listed): Array<Array<string>> {
  const head = [kind, name, version ?? ""];
  if (options.length === 0) return [[...head, "", "", ""]];
  return options.map((option, index) => [
    ...(index === 0 ? head : ["", "", ""]),
    option.name,
    "default" in option ? JSON.stringify(option.default) : option.required ? "(required)" : "",
    option.description,
  ]);
}
