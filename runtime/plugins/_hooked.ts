import { register } from "node:module";
import { type Ask, writeAsk } from "./_ask.ts";

let isRegistered = false;

/** The hooks are registered with the first plugin from outside, since they cost a thread. */
function registerOnce(): void {
  if (isRegistered) return;
  register(new URL("plugin_hook.js", import.meta.resolve("recall-guard/plugin")));
  isRegistered = true;
}

/** Imports a module by the rules of `hook.ts`. */
export async function importAsked(ask: Ask): Promise<object> {
  registerOnce();
  const module: object = await import(writeAsk(ask));
  return module;
}

/** The URL that an import of the module would load. */
export function resolveAsked(ask: Ask): string {
  registerOnce();
  return import.meta.resolve(writeAsk(ask));
}
