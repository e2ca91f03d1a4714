import { test } from "node:test";
import { promises } from "recall-guard/plugin/testing";

const plugin = new URL("../src/edge.ts", import.meta.url);
const options = { parse_min: 0.8 };

for (const { name, run } of promises.gatesChecks(plugin, { options })) test(name, run);
