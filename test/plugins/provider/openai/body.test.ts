import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readBody } from "../../../../plugins/provider/openai/_body.ts";

const TEXT = '{"choices": []}';

async function* inPieces(bytes: Uint8Array) {
  yield bytes.subarray(0, 3);
  yield bytes.subarray(3);
}

describe("readBody()", () => {
  it.each([
    ["identity", Buffer.from(TEXT)],
    ["gzip", gzipSync(TEXT)],
    ["x-gzip", gzipSync(TEXT)],
    ["GZIP", gzipSync(TEXT)],
    ["deflate", deflateSync(TEXT)],
    ["deflate", deflateSync(TEXT, { level: 0 })],
    ["deflate", deflateRawSync(TEXT)],
    ["br", brotliCompressSync(TEXT)],
    ["gzip", Buffer.from(TEXT)],
    ["gzip", Buffer.from(`\uFEFF${TEXT}`)],
  ])("unpacks what is said to be %s", async (encoding, bytes) => {
    expect(await readBody(inPieces(bytes), encoding)).toBe(TEXT);
  });

  it("rejects what is cut within its packing", async () => {
    const cut = gzipSync(TEXT).subarray(0, -12);
    await expect(readBody(inPieces(cut), "gzip")).rejects.toMatchObject({ code: "Z_BUF_ERROR" });
  });
});
