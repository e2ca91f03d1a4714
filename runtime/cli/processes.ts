import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { Effect, Layer } from "effect";
import { Processes, type ProcessMark } from "../journal/mod.ts";

/** `Processes` of this machine. */
export const processesLayer = Layer.sync(Processes, () => {
  return {
    self: { pid: process.pid, host: hostname(), started: statOf(process.pid)?.started ?? null },
    isAlive: (mark) => Effect.sync(() => isAlive(mark)),
  };
});

function isAlive({ pid, started }: ProcessMark): boolean {
  const stat = statOf(pid);
  if (stat === null) return exists(pid);
  return !stat.isOver && (started === null || stat.started === started);
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user is alive and may not be signalled.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

const SIGHUP = 1n;

/** Whether the end of its terminal is to end this process, as far as can be told: `nohup` has it ignored. */
export function isHangupMeant(): boolean {
  try {
    const ignored = /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
    return ignored !== undefined && (BigInt(`0x${ignored}`) & SIGHUP) === 0n;
  } catch {
    return false;
  }
}

interface Stat {
  /** Ended, and only waiting for its parent to take notice. */
  readonly isOver: boolean;
  /** The boot and the clock tick at which it started. */
  readonly started: string;
}

/** Fields 3 and 22 of proc(5)'s stat; null where there is no such process, or no /proc. */
function statOf(pid: number): Stat | null {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses, field 2, may hold spaces.
    const [state = "", ...later] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { isOver: "ZX".includes(state), started: `${boot}/${later[22 - 4]}` };
  } catch {
    return null;
  }
}
