import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { keyIndex } from "../../runtime/key_index.ts";

const keyOf = (n: number) => createHash("sha256").update(String(n)).digest("hex");

describe("keyIndex()", () => {
  it("gives each of many keys the ordinal of its first adding", () => {
    const index = keyIndex();
    for (let n = 0; n < 20_000; n++) expect(index.add(keyOf(n))).toBe(n);
    for (let n = 0; n < 20_000; n += 7) expect([index.find(keyOf(n)), index.add(keyOf(n))]).toEqual([n, n]);
    expect([index.size, index.find(keyOf(20_000))]).toEqual([20_000, -1]);
  });

  it("tells keys apart that begin alike", () => {
    const index = keyIndex();
    const alike = (last: string) => "ab".repeat(15) + last + "cd".repeat(16);
    expect(["01", "02", "03"].map((last) => index.add(alike(last)))).toEqual([0, 1, 2]);
    expect(index.find(alike("02"))).toBe(1);
  });
});
