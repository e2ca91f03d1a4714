import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Console, Effect } from "effect";
import { type FirstConfig, initConfig, initPlugin, type MadePackage } from "../init/mod.ts";
import { CALLED, type Kind } from "../plugins/mod.ts";
import { printable } from "../printable.ts";
import { VERSION } from "../version.ts";
import { launch } from "./launch.ts";

export interface InitFlags {
  readonly out?: string;
}

/** `recall-guard init`. */
export function initCommand(data: string, { out }: InitFlags): void {
  const made = initConfig(out === undefined ? { data } : { data, out });
  launch(Effect.flatMap(made, (config) => Console.log(printable(configWords(data, config)))));
}

function configWords(data: string, { path, found, warnings, missing }: FirstConfig): string {
  const absent = missing.map(({ what, how }) => `  ${what}: ${how}`);
  return [
    `${data}: ${found}`,
    ...warnings.map((text) => `warning: ${text}`),
    `Wrote ${path}`,
    ...(absent.length === 0 ? [] : ["Missing:", ...absent]),
    ...(missing.length === 0 ? [] : [`Training cutoffs of real models: ${homePath("configs/cutoffs.yaml")}`]),
    `Next: recall-guard check ${path}`,
  ].join("\n");
}

export interface InitPluginFlags {
  readonly dir?: string;
}

/** `recall-guard init plugin`. */
export function initPluginCommand(kind: Kind, name: string, { dir }: InitPluginFlags): void {
  const options = { kind, name, home: homePath(""), version: VERSION };
  const made = initPlugin(dir === undefined ? options : { ...options, directory: dir });
  launch(Effect.flatMap(made, (found) => Console.log(printable(packageWords(kind, found)))));
}

function packageWords(kind: Kind, { directory, paths, config }: MadePackage): string {
  return [
    `A ${CALLED[kind]} in ${directory}:`,
    ...paths.map((path) => `  ${path}`),
    "Its test:",
    `  cd ${quoted(directory)} && npm install --no-save --ignore-scripts ${quoted(homePath(""))} && npm test`,
    "In a config beside it:",
    `  ${config}`,
  ].join("\n");
}

/** A path as a shell takes it. */
function quoted(path: string): string {
  return /^[\w./~:-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

/** A path in the package that holds the command. */
function homePath(path: string): string {
  const home = fileURLToPath(new URL(".", import.meta.resolve("recall-guard/package.json")));
  return join(home, path).replace(/[\\/]$/, "");
}
