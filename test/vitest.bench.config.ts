import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { docExamples, PACKAGE_ENTRIES } from "./_examples.ts";

/** Figures, not judgements: nothing here fails for being slow. */
export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  plugins: [docExamples()],
  resolve: { alias: PACKAGE_ENTRIES },
  test: {
    include: ["test/bench/*.bench.ts"],
    testTimeout: 1_800_000,
    hookTimeout: 600_000,
    fileParallelism: false,
    globalSetup: ["test/bench/_all_targets.ts"],
    reporters: [["default", { summary: false }]],
  },
});
