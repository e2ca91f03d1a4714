import { it } from "vitest";
import { measuredIn } from "./_bundled.ts";
import { tell } from "./_figures.ts";

it("one answer, from its body to journal and features", async () => {
  const { kB, whole, parse, read } = await measuredIn<"kB" | "whole" | "parse" | "read">("_answer_costs.ts");
  tell("answer", [
    { name: "bodies", value: kB, unit: "kB" },
    { name: "from body to journalled answer and features, CPU", value: whole, unit: "ms" },
    { name: "  of it to the completion", value: read, unit: "ms" },
    { name: "JSON.parse of the body", value: parse, unit: "ms" },
    { name: "of JSON.parse", value: whole / parse, unit: "", target: { atMost: 2 } },
  ]);
});
