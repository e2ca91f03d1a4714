/** How files begin that are no plain UTF-8 text. */
const BEGINNINGS: ReadonlyArray<readonly [string, ReadonlyArray<number>]> = [
  ["it is compressed with gzip, though its name does not end in .gz", [0x1f, 0x8b]],
  ["it is compressed with zstd; unpack it first", [0x28, 0xb5, 0x2f, 0xfd]],
  ["it is compressed with bzip2; unpack it first", [0x42, 0x5a, 0x68]],
  ["it is compressed with xz; unpack it first", [0xfd, 0x37, 0x7a, 0x58, 0x5a]],
  ["it is a zip archive or a spreadsheet, not JSONL", [0x50, 0x4b, 0x03, 0x04]],
  ["it is a Parquet file, not JSONL", [0x50, 0x41, 0x52, 0x31]],
  ["it is UTF-16, not UTF-8", [0xff, 0xfe]],
  ["it is UTF-16, not UTF-8", [0xfe, 0xff]],
];

/** What a file is instead of JSONL, by its first line; null where that tells nothing. */
export function otherFormat(start: Uint8Array): string | null {
  const found = BEGINNINGS.find(([, bytes]) => bytes.every((byte, i) => start[i] === byte));
  if (found !== undefined) return found[0];
  const [first, second] = start;
  return (first === 0) !== (second === 0) ? "it is UTF-16, not UTF-8" : null;
}
