import { Effect, Layer } from "effect";
import { describe, expect, it } from "vitest";
import {
  type Answers,
  artifact,
  BudgetReached,
  defineStage,
  InputError,
  PluginError,
  Schema,
} from "../../plugins/contract/mod.ts";
import { runStage } from "../../runtime/named_stage.ts";

const Size = artifact<number>()("size");

/** What comes of a stage whose `run` is of whatever type. */
function outcome(run: () => unknown) {
  const stage = defineStage({
    name: "desk",
    needs: [],
    gives: [Size],
    options: Schema.Struct({}),
    run: run as () => Effect.Effect<{ readonly size: number }, PluginError>,
  });
  const running = runStage(stage, {}, {}) as Effect.Effect<unknown, unknown>;
  return Effect.runSync(Effect.merge(Effect.provide(running, Layer.empty as Layer.Layer<Answers>)));
}

describe("runStage()", () => {
  it("gives what the stage gives", () => {
    expect(outcome(() => Effect.succeed({ size: 0 }))).toEqual({ size: 0 });
  });

  it.each([
    ["a defect", () => Effect.die(new Error("no luck")), "no luck"],
    ["an untyped failure", () => Effect.fail("no luck"), "no luck"],
    ["its own PluginError", () => Effect.fail(new PluginError({ message: "no luck" })), "no luck"],
    ["nothing", () => Effect.void, 'it declares that it gives "size" and gave none'],
  ])("names the stage where it ends with %s", (_, run, why) => {
    expect(outcome(run)).toEqual(new PluginError({ message: `Stage "desk" failed: ${why}` }));
  });

  it.each([
    [new InputError({ message: 'Cannot read "a": there is no such file' })],
    [new BudgetReached({ message: "Cannot ask more" })],
  ])("passes on what its services fail with: %o", (error) => {
    expect(outcome(() => Effect.fail(error))).toBe(error);
  });
});
