import {
  Z_DEFAULT_STRATEGY,
  Z_FINISH,
  Z_OK,
  ZStream,
  zlibDeflate,
  zlibDeflateInit2,
  zlibDeflateResetKeep,
} from "pako";

/** As the reference's `compress2` sets them: method 8, a window of 32 KiB, the default memory and strategy. */
const SETTINGS = { method: 8, windowBits: 15, memLevel: 8, strategy: Z_DEFAULT_STRATEGY };
const PART = 65_536;

const encoder = new TextEncoder();
const compressor = newCompressor();
const untouched: object = { ...compressor.state };
const part = new Uint8Array(PART);

/**
 * Bytes of the zlib stream, level 9, of a text in UTF-8, as the reference zlib (1.2.13) writes it; Node's own zlib is
 * a fork that differs by up to 12 %.
 *
 * @throws {RangeError} if the text has a lone surrogate, which UTF-8 cannot hold.
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { zlibLength } from "recall-guard/math";
 *
 * assert.equal(zlibLength("up up up up up up"), 13);
 * ```
 */
export function zlibLength(text: string): number {
  const at = text.search(/\p{Surrogate}/u);
  if (at >= 0) throw new RangeError(`Cannot encode the text as UTF-8: lone surrogate at index ${at}`);
  return compressedLength(encoder.encode(text));
}

/** One compressor serves all texts: making one takes longer than compressing an answer with it. */
function compressedLength(bytes: Uint8Array): number {
  reset();
  compressor.input = bytes;
  compressor.next_in = 0;
  compressor.avail_in = bytes.length;
  let status: number = Z_OK;
  while (status === Z_OK) {
    compressor.output = part;
    compressor.next_out = 0;
    compressor.avail_out = PART;
    status = zlibDeflate(compressor, Z_FINISH);
  }
  return compressor.total_out;
}

/** As `deflateReset`, which clears the heads of its hash chains one by one: that takes longer than an answer does. */
function reset(): void {
  Object.assign(compressor.state, untouched);
  compressor.state.head.fill(0);
  zlibDeflateResetKeep(compressor);
}

function newCompressor(): ZStream {
  const stream = new ZStream();
  const { method, windowBits, memLevel, strategy } = SETTINGS;
  zlibDeflateInit2(stream, 9, method, windowBits, memLevel, strategy, true);
  return stream;
}
