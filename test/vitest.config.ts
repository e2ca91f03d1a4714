import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { docExamples, PACKAGE_ENTRIES } from "./_examples.ts";

export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  plugins: [docExamples()],
  resolve: { alias: PACKAGE_ENTRIES },
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["**/node_modules/**", "test/**/*.long.test.ts"],
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
