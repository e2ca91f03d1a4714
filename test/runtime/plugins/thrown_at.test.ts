import { describe, expect, it } from "vitest";
import { ReportError } from "../../../plugins/contract/mod.ts";
import { rememberPlugin, thrownAt, toldWithPlace } from "../../../runtime/plugins/thrown_at.ts";

const here = (place: string) => new URL(place, `file://${process.cwd()}/`).href;
rememberPlugin(here("my%20desk/(a)/desk.ts"));

const OWN = here("my%20desk/(a)/parts.js");

function thrown(...frames: ReadonlyArray<string>): Error {
  const error = new TypeError("no luck");
  error.stack = ["TypeError: no luck", ...frames].join("\n    at ");
  return error;
}

describe("thrownAt()", () => {
  it.each([
    ["of a function", [`find (${OWN}:12:30)`]],
    ["of a module", [`${OWN}:12:30`]],
    [
      "below others'",
      ["JSON.parse (<anonymous>)", `f (${here("other/x.js")}:1:1)`, `${OWN}:12:30`, `${OWN}:99:1`],
    ],
    [
      "below an installed package's",
      [`f (${here("my%20desk/(a)/node_modules/x/y.js")}:1:1)`, `${OWN}:12:30`],
    ],
    ["in no evaluated text", [`eval (eval at f (${OWN}:1:1), <anonymous>:1:2)`, `async ${OWN}:12:30`]],
  ])("gives the first frame %s in the plugin's folder", (_, frames) => {
    expect(thrownAt(thrown(...frames))).toBe(" (my desk/(a)/parts.js:12:30)");
    expect(toldWithPlace(thrown(...frames))).toBe("TypeError: no luck (my desk/(a)/parts.js:12:30)");
  });

  it.each([
    ["was thrown elsewhere", thrown(`f (${here("other/x.js")}:1:1)`)],
    ["has no stack", "no luck"],
    ["is nothing", null],
    [
      "is what the author says",
      Object.assign(new ReportError({ message: "no luck" }), { stack: `Error\n    at ${OWN}:1:1` }),
    ],
  ])("is empty where a fault %s", (_, fault) => {
    expect(thrownAt(fault)).toBe("");
  });
});
