import { Effect, Either } from "effect";
import { describe, expect, it } from "vitest";
import { artifact, definePlugin, defineStage, EvalSet, Schema } from "../../../plugins/contract/mod.ts";
import { readPlugin, readStage } from "../../../runtime/plugins/mod.ts";

const report = definePlugin({
  kind: "report",
  name: "desk",
  version: "1.0.0",
  options: Schema.Struct({}),
  make: () => ({}),
});
const stage = defineStage({
  name: "count",
  needs: [EvalSet],
  gives: [artifact<number>()("count")],
  options: Schema.Struct({}),
  run: ({ evalSet }) => Effect.succeed({ count: evalSet.size }),
});

/** As `effect` marks schemas of its own, which are not the contract's. */
const otherSchema = { [Symbol.for("effect/Schema")]: {}, ast: report.options.ast };

const why = (module: object) => Either.getOrNull(Either.flip(readPlugin(module, "report")));
const whyNoStage = (module: object) => Either.getOrNull(Either.flip(readStage(module)));

describe("readPlugin()", () => {
  it("gives a plugin of the kind as it is", () => {
    expect(Either.getOrThrow(readPlugin({ default: report }, "report"))).toBe(report);
  });

  it("says when there is no default export", () => {
    expect(why({ report })).toBe("it has no default export; expected export default definePlugin({ ... })");
  });

  it.each([[null], [undefined], [7], ["report"], [() => report], [{}], [{ ...report, kind: "toString" }]])(
    "says that %o is not made by definePlugin",
    (found) => {
      expect(why({ default: found })).toBe("its default export is not made by definePlugin");
    },
  );

  it.each([
    [{ ...report, kind: "gates" }, "it is a gate set, and a report writer is expected here"],
    [{ ...report, kind: "provider" }, "it is a provider, and a report writer is expected here"],
    [stage, "it is a stage, and a report writer is expected here"],
  ])("says which kind %o is", (found, says) => {
    expect(why({ default: found })).toBe(says);
  });

  it.each([
    ["name", "", "a text"],
    ["name", 1, "a text"],
    ["version", undefined, "a text"],
    ["options", {}, "a schema made with the Schema of recall-guard/plugin"],
    ["options", otherSchema, "a schema made with the Schema of recall-guard/plugin"],
    ["make", {}, "a function"],
  ])("says what is wrong where %s is %o", (field, value, expected) => {
    expect(why({ default: { ...report, [field]: value } })).toBe(
      `its default export is not made by definePlugin: expected ${expected} as its "${field}"`,
    );
  });
});

describe("readStage()", () => {
  it("gives a stage as it is", () => {
    expect(Either.getOrThrow(readStage({ default: stage }))).toBe(stage);
  });

  it("says when it is a plugin", () => {
    expect(whyNoStage({ default: report })).toBe("it is a report writer, and a stage is expected here");
  });

  it.each([
    ["needs", "evalSet", "a list of artifacts"],
    ["gives", [{ name: "x" }], "a list of artifacts"],
    ["run", undefined, "a function"],
  ])("says what is wrong where %s is %o", (field, value, expected) => {
    expect(whyNoStage({ default: { ...stage, [field]: value } })).toBe(
      `its default export is not made by defineStage: expected ${expected} as its "${field}"`,
    );
  });
});
