/**
 * Module hooks for what plugins import; an entry of the build of its own, since Node runs it in its own thread.
 *
 * `recall-guard/...` is always the running command's own, so that there is one contract. `effect` and what the
 * contract speaks of its family fall back to the command's copies where a plugin, such as a file outside any project,
 * has none. TypeScript loses its types, on every Node by the same program.
 */
import { readFile } from "node:fs/promises";
import type { LoadHook, ResolveHook } from "node:module";
import { basename } from "node:path";
import { readAsk } from "./_ask.ts";
import { withoutTypes } from "./_without_types.ts";

/** Any module of the command's package resolves names as the package does. */
const HOST = import.meta.url;
const OURS = /^recall-guard($|\/)/;
const SHARED = /^(effect|@effect\/platform|@effect\/schema)($|\/)/;

/** Plugin files and what they import by path: ES modules, whatever the nearest package.json says of `.js`. */
const modules = new Set<string>();

export const resolve: ResolveHook = async (specifier, context, next) => {
  const ask = readAsk(specifier);
  if (ask !== null) {
    const found = await firstFound(ask.from, (parentURL) => next(ask.target, { ...context, parentURL }));
    if (ask.target.startsWith("file:")) modules.add(found.url);
    return found;
  }
  if (OURS.test(specifier)) return next(specifier, { ...context, parentURL: HOST });
  if (SHARED.test(specifier)) {
    return firstFound([context.parentURL ?? HOST, HOST], (parentURL) =>
      next(specifier, { ...context, parentURL }),
    );
  }
  const found = await next(specifier, context);
  if (/^\.{1,2}\//.test(specifier) && modules.has(context.parentURL ?? "")) modules.add(found.url);
  return found;
};

export const load: LoadHook = async (url, context, next) => {
  const isTypeScript = /^file:.*\.m?ts$/.test(url);
  if (!isTypeScript && !(modules.has(url) && url.endsWith(".js"))) return next(url, context);
  const text = await readFile(new URL(url), "utf8");
  const source = isTypeScript ? await withoutTypes(text, basename(new URL(url).pathname)) : text;
  return { format: "module", source, shortCircuit: true };
};

/** What the first parent finds that finds anything; the first parent's complaint where none does. */
async function firstFound<A>(
  parents: ReadonlyArray<string>,
  find: (parentURL: string) => A | Promise<A>,
): Promise<A> {
  const [parent, ...others] = parents;
  if (parent === undefined) throw new RangeError("nowhere to look");
  try {
    return await find(parent);
  } catch (error) {
    if (others.length === 0 || !isNotFound(error)) throw error;
    return firstFound(others, find).catch((again) => {
      throw isNotFound(again) ? error : again;
    });
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND";
}
