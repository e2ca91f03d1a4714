import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Tests of the command run what is built from the sources as they are now. */
export function setup(): void {
  const cwd = fileURLToPath(new URL("..", import.meta.url));
  execFileSync(process.execPath, ["node_modules/rolldown/bin/cli.mjs", "-c", ".rolldown.config.js"], { cwd });
}
