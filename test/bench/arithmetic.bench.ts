import { it } from "vitest";
import { measuredIn } from "./_bundled.ts";
import { tell } from "./_figures.ts";

it("features of one answer, and one bootstrap", async () => {
  const found = await measuredIn<"own" | "rest" | "sum" | "quick" | "naive">("_arithmetic_costs.ts");
  const { own, rest, sum, quick, naive } = found;
  tell("arithmetic", [
    { name: "features, 512 tokens with 20 alternatives", value: own, unit: "ms" },
    { name: "a loop that sums the same numbers", value: sum, unit: "ms" },
    { name: "features of the loop", value: own / sum, unit: "", target: { atMost: 5 } },
    { name: "  without their zlib length", value: rest / sum, unit: "" },
    { name: "bootstrap of an accuracy, n = 330, B = 1000", value: quick, unit: "ms" },
    { name: "the same over objects", value: naive, unit: "ms" },
    { name: "bootstrap, times faster", value: naive / quick, unit: "", target: { atLeast: 20 } },
  ]);
});
