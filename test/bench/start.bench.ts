import { execFileSync } from "node:child_process";
import { it } from "vitest";
import { ROOT } from "../support/cli.ts";
import { bestMs, tell } from "./_figures.ts";

const ROUNDS = 10;
const node = (...args: ReadonlyArray<string>) => execFileSync(process.execPath, args, { cwd: ROOT });

it("how long the command takes to start", async () => {
  const [nothing = 0, version = 0, check = 0] = await bestMs(ROUNDS, [
    () => node("-e", "0"),
    () => node(".dist/cli.js", "--version"),
    () => node(".dist/cli.js", "check", "configs/demo.yaml", "--no-blind"),
  ]);
  tell("start", [
    { name: "node -e 0", value: nothing, unit: "ms" },
    { name: "recall-guard --version", value: version, unit: "ms" },
    { name: "--version of node -e 0", value: version / nothing, unit: "", target: { atMost: 4 } },
    { name: "recall-guard check configs/demo.yaml --no-blind", value: check, unit: "ms" },
    { name: "check of node -e 0", value: check / nothing, unit: "", target: { atMost: 6 } },
  ]);
});
