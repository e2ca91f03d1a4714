import { describe, expect, it } from "vitest";
import { secretIn } from "./support/keys.ts";

describe("the search for keys", () => {
  it.each([
    ["as it is", "Authorization: Bearer lab-KEY-0123456789"],
    ["of a proxy", `Basic ${Buffer.from("user:LABSECRET").toString("base64")}`],
    ["one byte further", `Basic ${Buffer.from("users:LABSECRET").toString("base64")}`],
    ["two bytes further", `Basic ${Buffer.from("my-user:LABSECRET").toString("base64")}`],
  ])("finds a key %s", (_, text) => {
    expect([text, secretIn(text)]).not.toEqual([text, null]);
  });

  it("finds none where there is none", () => {
    expect(secretIn("api_key_env: LAB_KEY, Bearer …")).toBeNull();
  });
});
