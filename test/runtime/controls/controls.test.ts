import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem";
import * as NodePath from "@effect/platform-node/NodePath";
import { Effect, Layer } from "effect";
import { describe, expect, it } from "vitest";
import type { Controls, InstrumentCheck } from "../../../plugins/contract/mod.ts";
import controlsOf from "../../../plugins/provider/embedded/controls.ts";
import { checkBy, checkInstrument, instrumentOf } from "../../../runtime/controls/mod.ts";
import { fakeProgress } from "../../stages/_fakes.ts";

const platform = Layer.mergeAll(NodeFileSystem.layer, NodePath.layer);
const checked = (controls: Controls): Promise<InstrumentCheck> =>
  Effect.runPromise(Effect.provide(checkBy(controls, 1), platform));

/** The built-in controls, each expected to show what another shows. */
const mistaken: Controls = {
  ...controlsOf(1),
  studies: controlsOf(1).studies.map(({ inputs, controls }) => ({
    inputs,
    controls: controls.map((control) => ({
      ...control,
      expects: control.expects === "nothing" ? "memory" : "nothing",
    })),
  })),
};

describe("checkInstrument()", () => {
  it("finds memory where it is, nothing where there is none, and looks where only they differ", async () => {
    const found = await Effect.runPromise(Effect.provide(checkInstrument(), platform));
    const [strong, clean, shifted] = found.controls;

    expect([found.ok, found.reason]).toEqual([true, null]);
    expect(found.controls.map(({ control, passed }) => [control, passed])).toEqual([
      ["strong", true],
      ["clean", true],
      ["style-shift", true],
    ]);
    expect(strong!.auc!.point).toBeGreaterThanOrEqual(0.95);
    expect(strong!.verdict.verdict).toBe("detected");
    expect(clean!.p).toBeGreaterThan(0.01);
    expect(["confounded", "not-identifiable"]).toContain(shifted!.verdict.verdict);
  });

  it("comes out the same every time", async () => {
    expect(await checked(controlsOf(1))).toEqual(await checked(controlsOf(1)));
  });
});

describe("checkBy()", () => {
  it("names every control that did not show what it had to", async () => {
    const { ok, reason } = await checked(mistaken);

    expect(ok).toBe(false);
    expect(reason).toMatch(/^the control "strong" had to show nothing \(p above 0\.01\) and came out as /);
    expect(reason).toContain('the control "clean" had to show memory (AUC of at least 0.95, p of at most');
    expect(reason).toContain('the control "style-shift" had to show nothing');
  });

  it("takes controls that cannot be run for a failure of the instrument", async () => {
    const { files, ...rest } = controlsOf(1);
    const { "exam.jsonl": _, ...others } = files;

    expect(await checked({ ...rest, files: others })).toEqual({
      ok: false,
      reason: 'the controls could not be run: Cannot read "exam.jsonl": there is no such file',
      controls: [],
    });
  });
});

describe("instrumentOf()", () => {
  it("checks nothing where the controls are switched off", async () => {
    const { layer, warnings } = fakeProgress();
    const found = await Effect.runPromise(
      Effect.provide(instrumentOf(false), Layer.mergeAll(platform, layer)),
    );

    expect(found).toEqual({ ok: null, reason: "controls are switched off", controls: [] });
    expect(warnings).toEqual([]);
  });
});
