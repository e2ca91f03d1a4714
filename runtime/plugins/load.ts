import { createHash } from "node:crypto";
import { readFile, realpath } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Effect } from "effect";
import { importAsked, resolveAsked } from "./_hooked.ts";
import { installedVersion } from "./_installed_version.ts";
import { withoutTypes } from "./_without_types.ts";
import { rememberPlugin, toldWithPlace } from "./thrown_at.ts";
import { told } from "./told.ts";
import type { NamedUse } from "./use.ts";

/** Where a plugin comes from, for the manifest. */
export interface Origin {
  /** As the config names it. */
  readonly use: string;
  /** Of the file, for a plugin by path. */
  readonly sha256?: string;
  /** `name@version`, for a plugin from a package. */
  readonly package?: string;
}

/** A module as it came, and from where. */
export interface Loaded {
  readonly module: object;
  readonly origin: Origin;
}

type Outside = Extract<NamedUse, { readonly kind: "path" | "package" }>;

/**
 * Brings in what a config names by path or package; the error says why that cannot be.
 *
 * @param config The config's path: files are relative to it, and packages are looked for from it, then from the
 *   working directory, then beside the command.
 */
export function load(named: Outside, config: string): Effect.Effect<Loaded, string> {
  return named.kind === "path" ? loadFile(named.path, config) : loadPackage(named, config);
}

const loadFile = Effect.fn("plugins.loadFile")(function* (use: string, config: string) {
  const file = resolve(dirname(config), use);
  const bytes = yield* Effect.tryPromise({ try: () => readFile(file), catch: unreadable });
  const url = pathToFileURL(file).href;
  const real = yield* Effect.tryPromise({ try: () => realpath(file), catch: unreadable });
  const module = yield* imported(pathToFileURL(real).href, () =>
    importAsked({ target: url, from: [url] }).catch((fault: unknown) => placed(fault, file)),
  );
  return { module, origin: { use, sha256: createHash("sha256").update(bytes).digest("hex") } };
});

const loadPackage = Effect.fn("plugins.loadPackage")(function* (
  { specifier, name }: Extract<Outside, { readonly kind: "package" }>,
  config: string,
) {
  const from = [...[config, "config"].map((path) => pathToFileURL(resolve(path)).href), import.meta.url];
  const url = yield* Effect.try({
    try: () => resolveAsked({ target: specifier, from }),
    catch: (fault) =>
      codeOf(fault) === "ERR_MODULE_NOT_FOUND" ? `it is not installed; npm install ${name}` : told(fault),
  });
  const module = yield* imported(url, () => import(url));
  const version = yield* Effect.promise(() => installedVersion(url, name));
  const origin = { use: `npm:${specifier}` };
  return { module, origin: version === null ? origin : { ...origin, package: `${name}@${version}` } };
});

function imported(url: string, bring: () => Promise<object>): Effect.Effect<object, string> {
  rememberPlugin(url);
  return Effect.tryPromise({ try: bring, catch: (fault) => `importing it fails: ${toldWithPlace(fault)}` });
}

/** Rejects with a fault; Node does not say where a module of JavaScript cannot be read. */
async function placed(fault: unknown, file: string): Promise<never> {
  const isPlaced = !(fault instanceof SyntaxError) || /^\S+:\d+:\d+: /.test(fault.message);
  if (!isPlaced) await withoutTypes(await readFile(file, "utf8"), basename(file));
  throw fault;
}

const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "it is no file but a directory",
  EACCES: "permission denied",
};

function unreadable(fault: unknown): string {
  return UNREADABLE[codeOf(fault)] ?? told(fault);
}

function codeOf(fault: unknown): string {
  return fault instanceof Error && "code" in fault ? String(fault.code) : "";
}
