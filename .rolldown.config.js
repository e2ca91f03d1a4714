import { readFileSync } from "node:fs";

const { version } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));

/** One build with shared chunks, so that every entry lives in the same module world. */
export default {
  input: {
    cli: "runtime/cli/main.ts",
    mod: "runtime/mod.ts",
    plugin: "plugins/contract/mod.ts",
    math: "stages/math/mod.ts",
    make_demo: "configs/data/make_demo.ts",
    make_sp500: "configs/data/make_sp500.ts",
  },
  platform: "node",
  transform: { define: { __VERSION__: JSON.stringify(version) } },
  output: {
    dir: ".dist",
    cleanDir: true,
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name]-[hash].js",
  },
  logLevel: "warn",
};
