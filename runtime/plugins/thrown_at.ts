import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { Predicate } from "effect";
import { EXIT_CODE } from "../../plugins/contract/mod.ts";
import { told } from "./told.ts";

/** Folders of the plugins that this process brought in, as URLs; like the modules in them they stay. */
const folders = new Set<string>();

/** From now on, what is thrown in the folder of this module is a plugin's own. */
export function rememberPlugin(url: string): void {
  folders.add(new URL(".", url).href);
}

/**
 * Where in a plugin's own code something was thrown, such as ` (desk.ts:12:30)` from the working directory; empty where it
 * was thrown elsewhere, or is what the plugin says in words. For the terminal only: no file of a run names a place.
 */
export function thrownAt(fault: unknown): string {
  if (!Predicate.hasProperty(fault, "stack") || isInWords(fault)) return "";
  for (const line of String(fault.stack).split("\n")) {
    const { url, place } = FRAME.exec(line)?.groups ?? {};
    if (url !== undefined && isOwn(url)) return ` (${relative(".", fileURLToPath(url))}${place})`;
  }
  return "";
}

/** What was thrown, on one line, and where. */
export function toldWithPlace(fault: unknown): string {
  return told(fault) + thrownAt(fault);
}

/** A frame ends in its place, in brackets or not. */
const FRAME = /(?<url>file:\/\/(?:(?!:\d+:\d+).)+)(?<place>:\d+:\d+)\)?$/;

/** Installed packages and what the package itself is built to may stand below a plugin's folder. */
const OTHERS = /(?:^|\/)(?:node_modules|\.dist)\//;

function isOwn(url: string): boolean {
  return [...folders].some((folder) => url.startsWith(folder) && !OTHERS.test(url.slice(folder.length)));
}

/** An error of the contract says what a plugin's author wanted said. */
function isInWords(fault: object): boolean {
  return Predicate.hasProperty(fault, "_tag") && Object.hasOwn(EXIT_CODE, String(fault._tag));
}
