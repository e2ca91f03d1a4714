/** A line of a file: its bytes without the line end, and where they stand. */
export interface Line {
  readonly number: number;
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** Cuts bytes that come in pieces into lines; blank lines are counted but not given. */
export interface LineCutter {
  readonly push: (chunk: Uint8Array) => ReadonlyArray<Line>;
  /** The last line, where the file does not end with a line feed. */
  readonly end: () => ReadonlyArray<Line>;
  /** Bytes held of a line that has not ended yet, and its number. */
  readonly open: () => { readonly number: number; readonly bytes: number };
}

const LF = 10;
const CR = 13;
/** With it DOS programs mark the end of a text file. */
const DOS_END = 0x1a;

/** Only LF, and CR before it, end a line: U+2028 inside a string is text. */
export function lineCutter(): LineCutter {
  let parts: Array<Uint8Array> = [];
  let held = 0;
  let offset = 0;
  let number = 0;

  const take = (bytes: Uint8Array, into: Array<Line>, isLast = false) => {
    number++;
    const line = bytes.at(-1) === CR ? bytes.subarray(0, -1) : bytes;
    if (!isBlank(line) && !(isLast && isDosEnd(line))) into.push({ number, offset, bytes: line });
    offset += bytes.length + 1;
  };
  const joined = (last: Uint8Array) => {
    const bytes = held === 0 ? last : Buffer.concat([...parts, last]);
    parts = [];
    held = 0;
    return bytes;
  };

  return {
    push: (chunk) => {
      const lines: Array<Line> = [];
      let start = 0;
      for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, start)) {
        take(joined(chunk.subarray(start, end)), lines);
        start = end + 1;
      }
      if (start < chunk.length) {
        parts.push(chunk.slice(start));
        held += chunk.length - start;
      }
      return lines;
    },
    end: () => {
      const lines: Array<Line> = [];
      if (held > 0) take(joined(new Uint8Array(0)), lines, true);
      return lines;
    },
    open: () => ({ number: number + 1, bytes: held }),
  };
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** Nothing but space, tab and CR, after a byte-order mark or none. */
function isBlank(line: Uint8Array): boolean {
  const isMarked = BYTE_ORDER_MARK.every((byte, i) => line[i] === byte);
  for (let i = isMarked ? BYTE_ORDER_MARK.length : 0; i < line.length; i++) {
    const byte = line[i];
    if (byte !== 0x20 && byte !== 0x09 && byte !== CR) return false;
  }
  return true;
}

function isDosEnd(line: Uint8Array): boolean {
  return line.length === 1 && line[0] === DOS_END;
}
