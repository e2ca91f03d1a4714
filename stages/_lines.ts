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
}

const LF = 10;
const CR = 13;

/** Only LF, and CR before it, end a line: U+2028 inside a string is text. */
export function lineCutter(): LineCutter {
  let rest: Uint8Array = new Uint8Array(0);
  let offset = 0;
  let number = 0;

  const take = (bytes: Uint8Array, start: number, end: number, into: Array<Line>) => {
    number++;
    const last = end > start && bytes[end - 1] === CR ? end - 1 : end;
    const line = bytes.subarray(start, last);
    if (!isBlank(line)) into.push({ number, offset: offset + start, bytes: line });
  };

  return {
    push: (chunk) => {
      const bytes = rest.length === 0 ? chunk : concat(rest, chunk);
      const lines: Array<Line> = [];
      let start = 0;
      for (let end = bytes.indexOf(LF); end >= 0; end = bytes.indexOf(LF, start)) {
        take(bytes, start, end, lines);
        start = end + 1;
      }
      rest = bytes.slice(start);
      offset += start;
      return lines;
    },
    end: () => {
      const lines: Array<Line> = [];
      if (rest.length > 0) take(rest, 0, rest.length, lines);
      return lines;
    },
  };
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

/** Space, tab, CR and a byte-order mark. */
function isBlank(line: Uint8Array): boolean {
  return line.length < 64 && line.every((byte) => BLANK.has(byte));
}
const BLANK = new Set([0x20, 0x09, 0x0d, 0xef, 0xbb, 0xbf]);
