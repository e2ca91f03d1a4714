import { spawn } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const COMMAND = join(ROOT, ".dist/cli.js");

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that runs. */
export interface Running {
  readonly ended: Promise<Ended>;
  /** Sends a signal to the process and all it started. */
  readonly signal: (name: NodeJS.Signals) => void;
}

interface CommandOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Whoever runs the tests may have colours forced or forbidden. */
const PLAIN = { FORCE_COLOR: undefined, NO_COLOR: undefined };

/** Runs the built command as a process of its own. */
export function recallGuard(args: ReadonlyArray<string>, options: CommandOptions = {}): Promise<Ended> {
  return startRecallGuard(args, options).ended;
}

/** Runs a script of the package as the README says. */
export function npm(args: ReadonlyArray<string>, options: CommandOptions = {}): Promise<Ended> {
  return start("npm", args, options).ended;
}

/** Starts the built command as a process group of its own. */
export function startRecallGuard(args: ReadonlyArray<string>, options: CommandOptions = {}): Running {
  return start(process.execPath, [COMMAND, ...args], options);
}

/** Starts the built command with every signal as it is by default, whatever started the tests has ignored. */
export function startUnshielded(args: ReadonlyArray<string>): Running {
  return start("env", ["--default-signal", process.execPath, COMMAND, ...args], {});
}

function start(program: string, args: ReadonlyArray<string>, options: CommandOptions): Running {
  const child = spawn(program, args, {
    cwd: options.cwd ?? ROOT,
    env: { ...process.env, ...PLAIN, ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const ended = new Promise<Ended>((resolve, reject) => {
    const out: Array<Buffer> = [];
    const err: Array<Buffer> = [];
    child.stdout.on("data", (part: Buffer) => out.push(part));
    child.stderr.on("data", (part: Buffer) => err.push(part));
    child.on("error", reject);
    child.on("close", (code) => {
      keepSaid([...out, ...err]);
      resolve({
        code,
        stdout: Buffer.concat(out).toString("utf8"),
        stderr: Buffer.concat(err).toString("utf8"),
      });
    });
  });
  return {
    ended,
    signal: (name) => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, name);
    },
  };
}

/** Leaves what a command printed where the search for keys finds it. */
function keepSaid(parts: ReadonlyArray<Buffer>): void {
  writeFileSync(join(mkdtempSync(join(tmpdir(), "recall-guard-said-")), "said.txt"), Buffer.concat(parts));
}

/** A new folder holding these files. */
export function folder(files: Readonly<Record<string, string>> = {}): string {
  const path = mkdtempSync(join(tmpdir(), "recall-guard-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  return path;
}
