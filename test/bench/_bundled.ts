import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { rolldown } from "rolldown";
import { folder } from "../support/cli.ts";

/**
 * Milliseconds that a script of this folder measured and printed as JSON, run in a bundle by itself: what is installed
 * is one, and the modules of a test runner are slower.
 */
export async function measuredIn<Name extends string>(
  script: string,
): Promise<Readonly<Record<Name, number>>> {
  const bundle = await rolldown({
    input: { main: fileURLToPath(new URL(script, import.meta.url)) },
    platform: "node",
    external: ["@swc/wasm-typescript"],
    transform: { define: { __VERSION__: JSON.stringify("bench") } },
    logLevel: "silent",
  });
  const dir = folder();
  await bundle.write({ dir, entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" });
  const { stdout } = await promisify(execFile)(process.execPath, [join(dir, "main.mjs")]);
  return JSON.parse(stdout);
}
