import { describe, expect, it } from "vitest";
import { screenOf } from "../../../runtime/cli/screen.ts";

const TERMINAL = { isTTY: true, columns: 120 };
const PIPE = {};

describe("screenOf()", () => {
  it.each([
    ["a terminal", TERMINAL, { TERM: "xterm-256color" }, true],
    ["a terminal that says nothing of itself", TERMINAL, {}, true],
    ["a dumb terminal", TERMINAL, { TERM: "dumb" }, false],
    ["a pipe", PIPE, { TERM: "xterm" }, false],
    ["NO_COLOR", TERMINAL, { NO_COLOR: "1" }, false],
    ["an empty NO_COLOR", TERMINAL, { NO_COLOR: "" }, true],
    ["FORCE_COLOR on a pipe", PIPE, { FORCE_COLOR: "1" }, true],
    ["FORCE_COLOR on a dumb terminal", TERMINAL, { FORCE_COLOR: "3", TERM: "dumb" }, true],
    ["FORCE_COLOR=0", TERMINAL, { FORCE_COLOR: "0" }, false],
    ["FORCE_COLOR=false", TERMINAL, { FORCE_COLOR: "false" }, false],
    ["an empty FORCE_COLOR on a pipe", PIPE, { FORCE_COLOR: "" }, false],
    ["both", PIPE, { NO_COLOR: "1", FORCE_COLOR: "1" }, true],
  ])("screenOf() decides on colour: %s", (_, stream, env, color) => {
    expect(screenOf(stream, env).color).toBe(color);
  });

  it("screenOf() takes the terminal's width, 80 where it tells none, and 200 without a terminal", () => {
    expect(screenOf(TERMINAL, {}).columns).toBe(120);
    expect(screenOf({ isTTY: true, columns: 0 }, {}).columns).toBe(80);
    expect(screenOf({ isTTY: true }, {}).columns).toBe(80);
    expect(screenOf(PIPE, {}).columns).toBe(200);
  });
});
