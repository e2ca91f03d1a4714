import { join } from "node:path";
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem";
import * as NodePath from "@effect/platform-node/NodePath";
import { Effect, Layer } from "effect";
import { expect, it } from "vitest";
import { processesLayer, run } from "../../runtime/mod.ts";
import { completionBody } from "../support/mock/language.ts";
import { startMock } from "../support/mock/mod.ts";
import { distinctRequests, type Workload, workload } from "../support/workload.ts";
import { bestMs, tell } from "./_figures.ts";

const CONCURRENCY = 8;
const LATENCY_MS = 40;
const LOAD: Workload = {
  models: ["lab/a", "lab/b"],
  reference: "lab/ref",
  rows: 120,
  corpus: 60,
  concurrency: CONCURRENCY,
};

it("a run's requests", async () => {
  const mock = await startMock({ latencyMs: LATENCY_MS });
  const base = workload(mock.url, LOAD);
  const platform = Layer.mergeAll(NodeFileSystem.layer, NodePath.layer, processesLayer);
  const from = performance.now();
  await Effect.runPromise(
    Effect.provide(run({ config: join(base, "run.yaml"), out: join(base, "out") }), platform),
  );
  const ms = performance.now() - from;
  await mock.close();
  const requests = distinctRequests(LOAD);
  expect(mock.arrivals).toHaveLength(requests);
  const body = completionBody({ model: "lab/a", prompt: "one", maxTokens: 512, topLogprobs: 20 }, true);
  const [parse = Number.NaN] = await bestMs(50, [() => JSON.parse(body)]);
  const floor = (requests * LATENCY_MS) / CONCURRENCY;
  tell("requests", [
    { name: "requests", value: requests, unit: "" },
    { name: "the whole run, the mock's own work included", value: ms, unit: "ms" },
    { name: "floor by latency and concurrency", value: floor, unit: "ms" },
    { name: "  run of floor", value: ms / floor, unit: "" },
    { name: "JSON.parse of one body", value: parse, unit: "ms" },
    { name: "most connections", value: mock.most.connections, unit: "" },
  ]);
});
