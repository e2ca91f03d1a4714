import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FILE_USE, isBareFile, PACKAGE_USE, readUse } from "../../../runtime/plugins/mod.ts";

describe("readUse()", () => {
  it.each(["./a.ts", "../up/a.mts", "./deep/er/a.js", "/root/a.mjs", "./a b.ts", ".\\win.ts", "C:\\x\\a.js"])(
    "reads %s as a file",
    (use) => {
      expect(readUse(use)).toEqual({ kind: "path", path: use });
    },
  );

  it.each([
    ["npm:desk", "desk", "desk"],
    ["npm:@desk/plugins", "@desk/plugins", "@desk/plugins"],
    ["npm:@desk/plugins/gates", "@desk/plugins/gates", "@desk/plugins"],
    ["npm:desk.io/a/b.js", "desk.io/a/b.js", "desk.io"],
  ])("reads %s as a package", (use, specifier, name) => {
    expect(readUse(use)).toEqual({ kind: "package", specifier, name });
  });

  it.each(["classic", "clasic", "desk.ts", "a/b", "@desk/plugins", "http://x.org/a.js", "node:fs"])(
    "reads %s as a built-in, whether there is one or not",
    (use) => {
      expect(readUse(use)).toEqual({ kind: "built-in", name: use });
    },
  );

  it.each([
    ["./a.json", /file ends in/],
    ["./a.cjs", /file ends in/],
    ["./", /file ends in/],
    ["npm:", /no package name/],
    ["npm:../a", /no package name/],
    ["npm:./a.ts", /no package name/],
    ["npm:a b", /no package name/],
    ["npm:a@1.0.0", /without it/],
    ["npm:@a/b@1", /without it/],
    ["npm:a/b@1", /without it/],
  ])("says why %s cannot be", (use, why) => {
    expect(readUse(use)).toEqual({ kind: "wrong", why: expect.stringMatching(why) });
  });

  it("takes as a file or a package exactly what the patterns of the JSON schema do", () => {
    const use = fc.stringMatching(/^(npm:|\.|\/|@|[ab]){0,3}(a|\.|\/|@|1|\s){0,4}(\.ts|\.js)?$/);

    fc.assert(
      fc.property(use, (text) => {
        const { kind } = readUse(text);
        expect(kind === "path").toBe(FILE_USE.test(text));
        expect(kind === "package").toBe(PACKAGE_USE.test(text));
      }),
    );
  });
});

describe("isBareFile()", () => {
  it.each([
    ["desk.ts", true],
    ["desk.mjs", true],
    ["desk", false],
    ["desk.json", false],
  ])("%s: %s", (name, is) => {
    expect(isBareFile(name)).toBe(is);
  });
});
