import { describe, expect, it } from "vitest";
import { beginning } from "../../../stages/answer/mod.ts";

describe("beginning()", () => {
  it.each([
    ["", '""'],
    ['{"signal": 1,\n"confidence": 0.7}', '"{\\"signal\\": 1,\\n\\"confidence\\": 0.7}"'],
    ["a".repeat(60), `"${"a".repeat(60)}"`],
    ["a".repeat(61), `"${"a".repeat(60)}…"`],
    ["📈".repeat(61), `"${"📈".repeat(60)}…"`],
    ["\u001b[31m\u009b\u202e\u2028\u{e0001}", '"\\u001b[31m\\u009b\\u202e\\u2028\\udb40\\udc01"'],
  ])("quotes %j in one short line without hidden characters", (text, quoted) => {
    expect(beginning(text)).toBe(quoted);
  });
});
