import { test } from "node:test";
import { promises } from "recall-guard/plugin/testing";

const plugin = new URL("../src/unread.ts", import.meta.url);
const options = { at_least: 100 };

for (const { name, run } of promises.stageChecks(plugin, { options })) test(name, run);
