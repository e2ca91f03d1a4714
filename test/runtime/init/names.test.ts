import { Either } from "effect";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readName, renamedText } from "../../../runtime/init/_names.ts";

const nameOf = (text: string) => Either.getOrThrow(readName(text));

describe("readName()", () => {
  it("gives the forms of a name", () => {
    expect(nameOf("my-2nd-desk")).toEqual({
      kebab: "my-2nd-desk",
      snake: "my_2nd_desk",
      camel: "my2ndDesk",
      pascal: "My2ndDesk",
      upper: "MY_2ND_DESK",
    });
  });

  it.each([
    "",
    "Desk",
    "2desk",
    "my--desk",
    "desk-",
    "my_desk",
    "@my/desk",
    "../desk",
    "d".repeat(61),
    "effect",
  ])("refuses %j", (text) => {
    expect(Either.isLeft(readName(text))).toBe(true);
  });
});

describe("renamedText()", () => {
  const TEXT = 'name: "desk", "src/desk.ts", deskRows, DeskRows, DESK_KEY, desktop, Desk, a-desk.';

  it("puts each mention in its form, and leaves other words", () => {
    expect(renamedText(TEXT, nameOf("desk"), nameOf("my-floor"))).toBe(
      'name: "my-floor", "src/my_floor.ts", myFloorRows, MyFloorRows, MY_FLOOR_KEY, desktop, Desk, a-my-floor.',
    );
  });

  it("is undone by the way back", () => {
    const word = fc.stringMatching(/^[b-z]{3,8}$/);

    fc.assert(
      fc.property(word, (name) => {
        fc.pre(name !== "desk");
        const there = renamedText(TEXT, nameOf("desk"), nameOf(name));
        expect(renamedText(there, nameOf(name), nameOf("desk"))).toBe(TEXT);
      }),
    );
  });
});
