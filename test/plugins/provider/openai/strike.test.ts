import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { striker } from "../../../../plugins/provider/openai/_strike.ts";

const keys = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 8,
});

describe("striker()", () => {
  it("strikes any key out of any text, as it stands and as JSON has it", () => {
    fc.assert(
      fc.property(keys, fc.string(), fc.string(), (key, before, after) => {
        const strike = striker(key);
        expect(strike(`${before}${key}${after}`)).toContain("[key]");
        expect(strike(JSON.stringify({ said: key }))).toBe('{"said":"[key]"}');
      }),
    );
  });

  it("strikes a key whose signs are escaped", () => {
    const strike = striker("a/b+c=<d>");
    expect(strike("x a\\/b\\u002bc\\u003D\\u003cd\\u003E y")).toBe("x [key] y");
  });

  it("leaves a text alone where there is no key", () => {
    expect(striker(null)("a key")).toBe("a key");
  });
});
