import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const { version } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));

/** The types of the package's entries, written without checking them: `npm run types` does that. */
const declarations = {
  name: "declarations",
  closeBundle() {
    const compiler = fileURLToPath(new URL("bin/tsc", import.meta.resolve("typescript7/package.json")));
    execFileSync(process.execPath, [compiler, "-p", ".tsconfig.build.json"], { stdio: "inherit" });
  },
};

/** One build with shared chunks, so that every entry lives in the same module world. */
export default {
  input: {
    cli: "runtime/cli/main.ts",
    mod: "runtime/mod.ts",
    plugin: "plugins/contract/mod.ts",
    plugin_testing: "runtime/conformance/mod.ts",
    math: "stages/math/mod.ts",
    figures: "plugins/report/figures/mod.ts",
    plugin_hook: "runtime/plugins/hook.ts",
    make_demo: "configs/data/make_demo.ts",
    make_example: "configs/data/make_example.ts",
    make_sp500: "configs/data/make_sp500.ts",
  },
  platform: "node",
  external: ["@swc/wasm-typescript"],
  plugins: [declarations],
  transform: { define: { __VERSION__: JSON.stringify(version) } },
  output: {
    dir: ".dist",
    cleanDir: true,
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name]-[hash].js",
  },
  logLevel: "warn",
};
