import { isAscii } from "node:buffer";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, inflateRaw, type ZlibOptions } from "node:zlib";
import { turn } from "../../contract/mod.ts";

/** Bytes of a body that are read at most; the largest answers have about one million. */
const LARGEST_BODY = 64 * 1024 * 1024;

const inflated = promisify(inflate);
const inflatedRaw = promisify(inflateRaw);

const UNPACK = {
  gzip: promisify(gunzip),
  "x-gzip": promisify(gunzip),
  // Some servers leave zlib's head out.
  deflate: (bytes: Buffer, options: ZlibOptions) =>
    (hasZlibHead(bytes) ? inflated : inflatedRaw)(bytes, options),
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

/** What is packed in a way that was not offered is left as it is, and so is what a proxy has unpacked. */
async function unpacked(bytes: Buffer, encoding: string): Promise<Buffer | null> {
  if (!isOffered(encoding) || bytes.length === 0) return bytes;
  if (encoding.endsWith("gzip") && !hasGzipHead(bytes)) return bytes;
  return UNPACK[encoding](bytes, { maxOutputLength: LARGEST_BODY }).catch((fault: unknown) => {
    if (fault instanceof RangeError) return null;
    throw fault;
  });
}

/** RFC 1952, section 2.3.1. */
function hasGzipHead(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** RFC 1950, section 2.2: method 8, and both bytes as a number are a multiple of 31. */
function hasZlibHead(bytes: Buffer): boolean {
  return bytes.length > 1 && (bytes[0] ?? 0) % 16 === 8 && bytes.readUInt16BE(0) % 31 === 0;
}

function isOffered(encoding: string): encoding is keyof typeof UNPACK {
  return Object.hasOwn(UNPACK, encoding);
}
