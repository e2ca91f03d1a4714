import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { docExamples, PACKAGE_ENTRIES } from "./_examples.ts";
import { keySearch } from "./_key_search.ts";

/** What takes minutes. */
export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  plugins: [docExamples()],
  resolve: { alias: PACKAGE_ENTRIES },
  test: {
    include: ["test/**/*.long.test.ts"],
    reporters: ["default", keySearch()],
    setupFiles: ["test/_setup.ts"],
    exclude: ["**/node_modules/**"],
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
    maxWorkers: "100%",
  },
});
