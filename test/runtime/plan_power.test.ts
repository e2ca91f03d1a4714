import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem";
import * as NodePath from "@effect/platform-node/NodePath";
import { Effect, Layer } from "effect";
import { describe, expect, it } from "vitest";
import { plan } from "../../runtime/plan.ts";

const platform = Layer.mergeAll(NodeFileSystem.layer, NodePath.layer);

describe("plan()", () => {
  it("says what the run can and cannot find before anything is asked", async () => {
    const overrides = [{ path: ["controls"], value: "false" }];
    const { power } = await Effect.runPromise(
      Effect.provide(plan("configs/demo.yaml", { overrides }), platform),
    );
    expect(power?.auc).toMatchObject({ members: 400, controls: 400 });
    expect(power?.models.map(({ model, rows }) => [model, rows])).toEqual(
      ["parrot", "skimmer", "student", "coin", "amnesiac"].map((model) => [model, 150]),
    );
    expect(power?.top3?.isSupported).toBe(false);
    expect(power?.says.at(-1)).toContain("no such claim can be promised");
  });
});
