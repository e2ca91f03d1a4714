import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, expect, it } from "vitest";
import { folder, ROOT, recallGuard } from "../support/cli.ts";
import { type Arrival, type Mock, startMock } from "../support/mock/mod.ts";
import { distinctRequests, WHOLE, workload } from "../support/workload.ts";
import { type Figure, tell } from "./_figures.ts";
import { toldUsage, type Usage } from "./_usage.ts";

const REQUESTS = distinctRequests(WHOLE);
const SDK_LOOP = fileURLToPath(new URL("_sdk_loop.mjs", import.meta.url));

/** Concurrency, latency in milliseconds, and how many times the floor the asking may take. */
const MANNERS = [
  { concurrency: 8, latencyMs: 50, atMost: 1.15 },
  { concurrency: 64, latencyMs: 400, atMost: 1.15 },
  { concurrency: 256, latencyMs: 1600, atMost: 1.2 },
];

/** What the server answers, made before anything is measured. */
const kept = new Map<string, Buffer>();

/** What came of asking a server in this process. */
interface Asked extends Usage {
  readonly arrivals: ReadonlyArray<Arrival>;
  /** From the first request to the last answer; what is computed while nothing is asked is no asking. */
  readonly askedMs: number;
}

async function askedBy(
  latencyMs: number,
  ask: (mock: Mock, env: Record<string, string>) => Promise<void>,
): Promise<Asked> {
  const mock = await startMock({ latencyMs, kept });
  const { env, read } = toldUsage();
  await ask(mock, env);
  await mock.close();
  return { arrivals: mock.arrivals, askedMs: mock.askedMs(), ...read() };
}

/** Runs the workload as the command does. */
const askedRun = (concurrency: number, latencyMs: number) =>
  askedBy(latencyMs, async ({ url }, env) => {
    const cwd = workload(url, { ...WHOLE, concurrency });
    const { code, stderr } = await recallGuard(["run", "run.yaml", "--out", "out", "--quiet"], { cwd, env });
    expect(code, stderr).toBe(0);
  });

/** Sends the same requests as a program does that does nothing else. */
const askedLoop = (asked: ReadonlyArray<Arrival>, concurrency: number, latencyMs: number) =>
  askedBy(latencyMs, async ({ url }, env) => {
    const file = join(
      folder({ "requests.json": JSON.stringify(asked.map(({ body }) => body)) }),
      "requests.json",
    );
    const args = [SDK_LOOP, url, file, String(concurrency)];
    await promisify(execFile)(process.execPath, args, { cwd: ROOT, env: { ...process.env, ...env } });
  });

const sumOf = (runs: ReadonlyArray<Asked>, of: (run: Asked) => number) =>
  runs.reduce((sum, run) => sum + of(run), 0);
const answers = ({ arrivals }: Asked) => arrivals.length;
const perSecond = (runs: ReadonlyArray<Asked>) =>
  (1000 * sumOf(runs, answers)) / sumOf(runs, ({ askedMs }) => askedMs);
const cpuEach = (runs: ReadonlyArray<Asked>) => sumOf(runs, ({ cpuMs }) => cpuMs) / sumOf(runs, answers);

let warm: Asked;
beforeAll(async () => {
  warm = await askedRun(64, 0);
});

it("the asking of four models, against its floor", async () => {
  const figures: Array<Figure> = [];
  for (const { concurrency, latencyMs, atMost } of MANNERS) {
    const { arrivals, askedMs } = await askedRun(concurrency, latencyMs);
    const loop = await askedLoop(warm.arrivals, concurrency, latencyMs);
    const floor = Math.ceil(REQUESTS / concurrency) * latencyMs;
    const name = `${concurrency} at once, ${latencyMs} ms`;
    figures.push(
      {
        name: `${name}: requests of distinct ones`,
        value: arrivals.length / REQUESTS,
        unit: "",
        target: { atMost: 1 },
      },
      { name: `${name}: floor`, value: floor, unit: "ms" },
      { name: `${name}: asking of floor`, value: askedMs / floor, unit: "", target: { atMost } },
      { name: `${name}: the SDK in a bare loop, of floor`, value: loop.askedMs / floor, unit: "" },
    );
  }
  tell("asking", figures);
});

/** Runs of each kind, by turns: both share what disturbs them. */
const ROUNDS = 3;

it("answers a second, against a bare loop of the SDK", async () => {
  const [concurrency, latencyMs] = [64, 50];
  const own: Array<Asked> = [];
  const loop: Array<Asked> = [];
  for (let round = 0; round < ROUNDS; round++) {
    own.push(await askedRun(concurrency, latencyMs));
    loop.push(await askedLoop(warm.arrivals, concurrency, latencyMs));
  }
  const share = perSecond(own) / perSecond(loop);
  tell("throughput", [
    { name: "answers a second, to journal and features", value: perSecond(own), unit: "/s" },
    { name: "the SDK in a bare loop", value: perSecond(loop), unit: "/s" },
    { name: "of the bare loop", value: share, unit: "", target: { atLeast: 0.9 } },
    { name: "CPU of the run an answer, start and analysis included", value: cpuEach(own), unit: "ms" },
    { name: "CPU of the bare loop an answer", value: cpuEach(loop), unit: "ms" },
  ]);
});
