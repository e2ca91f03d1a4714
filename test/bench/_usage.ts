import { readFileSync } from "node:fs";
import { join } from "node:path";
import { folder } from "../support/cli.ts";

/** What a process of Node's used of the machine. */
export interface Usage {
  readonly peakMb: number;
  readonly cpuMs: number;
}

const TOLD = `process.on("exit", () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const usage = { peakMb: maxRSS / 1024, cpuMs: (userCPUTime + systemCPUTime) / 1000 };
  process.getBuiltinModule("node:fs").writeFileSync(process.env.TELL_USAGE, JSON.stringify(usage));
});`;

/** Makes a process tell what it used when it ends: what its environment needs, and how to read it then. */
export function toldUsage(): { readonly env: Record<string, string>; readonly read: () => Usage } {
  const file = join(folder(), "usage.json");
  const hook = `--import=data:text/javascript,${encodeURIComponent(TOLD)}`;
  return {
    env: { NODE_OPTIONS: hook, TELL_USAGE: file },
    read: () => JSON.parse(readFileSync(file, "utf8")),
  };
}
