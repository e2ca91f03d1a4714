import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { folder, ROOT, recallGuard } from "../support/cli.ts";
import { type Mock, startMock } from "../support/mock/mod.ts";
import { distinctRequests, WHOLE, workload } from "../support/workload.ts";
import { type Figure, tell } from "./_figures.ts";
import { toldUsage, type Usage } from "./_usage.ts";

const REQUESTS = distinctRequests(WHOLE);
const SDK_LOOP = fileURLToPath(new URL("_sdk_loop.mjs", import.meta.url));

/** Concurrency, latency in milliseconds, and the share of the floor that the asking may take. */
const MANNERS = [
  { concurrency: 8, latencyMs: 50, atMost: 1.15 },
  { concurrency: 64, latencyMs: 400, atMost: 1.15 },
  { concurrency: 256, latencyMs: 1600, atMost: 1.2 },
];

/** A process that asked a server in this one. */
interface Asked extends Usage {
  readonly bodies: ReadonlyArray<object>;
  /** From the first request that arrived to the last answer that left. */
  readonly askingMs: number;
}

async function askedBy(
  latencyMs: number,
  ask: (mock: Mock, env: Record<string, string>) => Promise<void>,
): Promise<Asked> {
  const mock = await startMock({ latencyMs });
  const { env, read } = toldUsage();
  await ask(mock, env);
  await mock.close();
  const { arrivals, answeredAt } = mock;
  const askingMs = answeredAt() - (arrivals[0]?.at ?? 0);
  return { bodies: arrivals.map(({ body }) => body), askingMs, ...read() };
}

/** Runs the workload as the command does. */
const askedRun = (concurrency: number, latencyMs: number) =>
  askedBy(latencyMs, async ({ url }, env) => {
    const cwd = workload(url, { ...WHOLE, concurrency });
    const { code, stderr } = await recallGuard(["run", "run.yaml", "--out", "out", "--quiet"], { cwd, env });
    expect(code, stderr).toBe(0);
  });

/** Sends the same requests as a program does that does nothing else. */
const askedLoop = (bodies: ReadonlyArray<object>, concurrency: number, latencyMs: number) =>
  askedBy(latencyMs, async ({ url }, env) => {
    const file = join(folder({ "requests.json": JSON.stringify(bodies) }), "requests.json");
    const args = [SDK_LOOP, url, file, String(concurrency)];
    await promisify(execFile)(process.execPath, args, { cwd: ROOT, env: { ...process.env, ...env } });
  });

it("the asking of four models, against its floor", async () => {
  const figures: Array<Figure> = [];
  for (const { concurrency, latencyMs, atMost } of MANNERS) {
    const { bodies, askingMs } = await askedRun(concurrency, latencyMs);
    const floor = Math.ceil(REQUESTS / concurrency) * latencyMs;
    const name = `${concurrency} at once, ${latencyMs} ms`;
    figures.push(
      {
        name: `${name}: requests of distinct ones`,
        value: bodies.length / REQUESTS,
        unit: "",
        target: { atMost: 1 },
      },
      { name: `${name}: floor`, value: floor, unit: "ms" },
      { name: `${name}: asking of floor`, value: askingMs / floor, unit: "", target: { atMost } },
    );
  }
  tell("asking", figures);
});

it("answers a second, against a bare loop of the SDK", async () => {
  const [concurrency, latencyMs] = [64, 50];
  const own = await askedRun(concurrency, latencyMs);
  const loop = await askedLoop(own.bodies, concurrency, latencyMs);
  const perSecond = ({ askingMs }: Asked) => (1000 * REQUESTS) / askingMs;
  tell("throughput", [
    { name: "answers a second, from body to journal and features", value: perSecond(own), unit: "/s" },
    { name: "the SDK in a bare loop", value: perSecond(loop), unit: "/s" },
    { name: "of the bare loop", value: perSecond(own) / perSecond(loop), unit: "", target: { atLeast: 0.9 } },
    {
      name: "CPU of the run an answer, start and analysis included",
      value: own.cpuMs / REQUESTS,
      unit: "ms",
    },
    { name: "CPU of the bare loop an answer", value: loop.cpuMs / REQUESTS, unit: "ms" },
  ]);
});
