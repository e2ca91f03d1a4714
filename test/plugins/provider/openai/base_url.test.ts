import { describe, expect, it } from "vitest";
import { readBaseUrl } from "../../../../plugins/provider/openai/_base_url.ts";

describe("readBaseUrl()", () => {
  it.each([
    ["https://h.example/v1", "https://h.example/v1"],
    ["https://h.example/v1/", "https://h.example/v1"],
    ["https://h.example/v1/chat/completions", "https://h.example/v1"],
    ["https://h.example/api/paas/v4", "https://h.example/api/paas/v4"],
    ["  https://h.example/v1\r\n", "https://h.example/v1"],
    ["http://[::1]:8000/v1", "http://[::1]:8000/v1"],
    ["https://h.example", "https://h.example/v1"],
    ["https://h.example/", "https://h.example/v1"],
    ["https://h.example/chat/completions", "https://h.example"],
    ["https://h.example/v1?api-version=2024-10-21", "https://h.example/v1?api-version=2024-10-21"],
  ])("reads %j as %s", (text, url) => {
    expect(readBaseUrl(text)).toMatchObject({ ok: true, url });
  });

  it("puts the path of chat completions before a query", () => {
    expect(readBaseUrl("https://h.example/v1/?api-version=2024-10-21")).toMatchObject({
      chatUrl: "https://h.example/v1/chat/completions?api-version=2024-10-21",
    });
  });

  it.each([
    "h.example/v1",
    "h.example:8000/v1",
    "ftp://h.example/v1",
    "",
    "https://h.example/v1#here",
    "https://h.exa\nmple/v1",
  ])("refuses %j", (text) => {
    expect(readBaseUrl(text).ok).toBe(false);
  });

  it.each([
    "https://user:SECRET@h.example/v1",
    "https://h.example/v1?key=SECRET",
    "https://h.example/v1?api_token=SECRET",
  ])("refuses what may be secret in %s without repeating it", (text) => {
    const read = readBaseUrl(text);
    expect(read.ok).toBe(false);
    expect(JSON.stringify(read)).not.toContain("SECRET");
  });
});
