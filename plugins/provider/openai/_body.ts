import { isAscii } from "node:buffer";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import { turn } from "../../contract/mod.ts";

/** Bytes of a body that are read at most; the largest answers have about one million. */
const LARGEST_BODY = 64 * 1024 * 1024;

const UNPACK = {
  gzip: promisify(gunzip),
  "x-gzip": promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/** How a body may be packed, as servers are told. */
export const ENCODINGS = "gzip, deflate, br";

/** A body as text, unpacked and without a byte order mark; null as soon as it is too long. */
export async function readBody(
  body: AsyncIterable<Uint8Array>,
  encoding = "identity",
): Promise<string | null> {
  const packed = await received(body);
  await turn();
  const bytes = packed && (await unpacked(packed, encoding.toLowerCase().trim()));
  if (bytes === null) return null;
  const text = bytes.toString(isAscii(bytes) ? "latin1" : "utf8");
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}

async function received(body: AsyncIterable<Uint8Array>): Promise<Buffer | null> {
  const parts: Array<Uint8Array> = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > LARGEST_BODY) return null;
    parts.push(part);
  }
  return Buffer.concat(parts, size);
}

/** What is packed in a way that was not offered is left as it is: it will read as no JSON. */
async function unpacked(bytes: Buffer, encoding: string): Promise<Buffer | null> {
  if (!isOffered(encoding) || bytes.length === 0) return bytes;
  return UNPACK[encoding](bytes, { maxOutputLength: LARGEST_BODY }).catch((fault: unknown) => {
    if (fault instanceof RangeError) return null;
    throw fault;
  });
}

function isOffered(encoding: string): encoding is keyof typeof UNPACK {
  return Object.hasOwn(UNPACK, encoding);
}
