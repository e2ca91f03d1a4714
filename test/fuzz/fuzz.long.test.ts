import fc from "fast-check";
import { describe, it } from "vitest";
import { repliesProperty } from "../plugins/provider/openai/changed_replies.ts";
import { configProperty } from "./_config.ts";
import { fuzzOptions } from "./_options.ts";
import { registryProperty } from "./_registry.ts";
import { rowsProperty } from "./_rows.ts";
import { runsProperty } from "./_runs.ts";

describe("twenty thousand changed inputs end in a result or a documented error", () => {
  it("configs", () => fc.assert(configProperty, fuzzOptions("configs", 5000)));
  it("eval sets", () => fc.assert(rowsProperty, fuzzOptions("eval sets", 6000)));
  it("cutoff registries", () => fc.assert(registryProperty, fuzzOptions("cutoff registries", 4000)));
  it("replies", () => fc.assert(repliesProperty, fuzzOptions("replies", 4500)));
  it("whole runs", () => fc.assert(runsProperty, fuzzOptions("whole runs", 500)));
});
