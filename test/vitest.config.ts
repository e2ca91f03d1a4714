import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { docExamples, PACKAGE_ENTRIES } from "./_examples.ts";
import { keySearch } from "./_key_search.ts";

export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  plugins: [docExamples()],
  resolve: { alias: PACKAGE_ENTRIES },
  test: {
    include: ["test/**/*.test.ts"],
    reporters: ["default", keySearch()],
    setupFiles: ["test/_setup.ts"],
    exclude: ["**/node_modules/**", "test/**/*.long.test.ts"],
    maxWorkers: "100%",
    isolate: false,
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
