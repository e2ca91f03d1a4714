import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { PACKAGE_ENTRIES } from "./_examples.ts";

/** The simulations at full size. */
export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  resolve: { alias: PACKAGE_ENTRIES },
  test: {
    include: ["test/simulate/every.ts"],
    testTimeout: 7_200_000,
    reporters: [["default", { summary: false }]],
  },
});
