import { test } from "node:test";
import { promises } from "recall-guard/plugin/testing";

const plugin = new URL("../src/desk.ts", import.meta.url);
const options = { channel: "macro" };

for (const { name, run } of promises.reportChecks(plugin, { options })) test(name, run);
