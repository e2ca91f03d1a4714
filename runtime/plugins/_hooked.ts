import { register } from "node:module";
import { type Ask, writeAsk } from "./_ask.ts";

/** Deno has no hooks in a thread of their own, takes off types by itself, and finds names from where a plugin stands. */
const IS_DENO = "Deno" in globalThis;

/** Imports past a test runner that imports a linked package's modules by rules of its own, which know no hooks. */
const IMPORTER = "data:text/javascript,export default (name) => import(name);";

interface Importer {
  readonly default: (name: string) => Promise<object>;
}

let isRegistered = false;

/** The hooks are registered with the first plugin from outside, since they cost a thread. */
function registerOnce(): void {
  if (isRegistered) return;
  register(new URL("plugin_hook.js", import.meta.resolve("recall-guard/plugin")));
  isRegistered = true;
}

/** Imports a module by the rules of `hook.ts`. */
export async function importAsked(ask: Ask): Promise<object> {
  if (IS_DENO) return import(ask.target);
  registerOnce();
  const { default: bring }: Importer = await import(IMPORTER);
  return bring(writeAsk(ask));
}

/** The URL that an import of the module would load. */
export function resolveAsked(ask: Ask): string {
  if (IS_DENO) return import.meta.resolve(ask.target);
  registerOnce();
  return import.meta.resolve(writeAsk(ask));
}
