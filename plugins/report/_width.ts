/** Letters of alphabets and the punctuation of our own cells: one column each on every terminal. */
const NARROW = /[ -~\u00a0-\u052f\u2010-\u2027\u2190-\u21ff\u2500-\u257f]/u;

/** Terminal columns that a text takes at most: every sign outside the plain alphabets counts as two. */
export function width(text: string): number {
  let columns = 0;
  for (const sign of text) columns += NARROW.test(sign) ? 1 : 2;
  return columns;
}

/** Columns of the longest line. */
export function widest(lines: ReadonlyArray<string>): number {
  return lines.reduce((most, line) => Math.max(most, width(line)), 0);
}

/** The text in lines of at most `columns` (2 or more): broken at blanks, in long words after hyphens, else anywhere. */
export function wrap(text: string, columns: number): ReadonlyArray<string> {
  const lines: Array<string> = [];
  let line = "";
  for (const { glue, piece } of pieces(text, columns)) {
    if (width(line + glue + piece) <= columns) {
      line += glue + piece;
    } else {
      lines.push(line);
      line = piece;
    }
  }
  return [...lines, line];
}

interface Piece {
  /** What stands before it when it stays on the line. */
  readonly glue: string;
  readonly piece: string;
}

function pieces(text: string, columns: number): ReadonlyArray<Piece> {
  return text.split(" ").flatMap((word, index) => {
    const parts = width(word) <= columns ? [word] : broken(word, columns);
    return parts.map((piece, part) => ({ glue: index > 0 && part === 0 ? " " : "", piece }));
  });
}

function broken(word: string, columns: number): ReadonlyArray<string> {
  const parts = word.match(/[^-]+-*|-+/g) ?? [];
  return parts.flatMap((part) => (width(part) <= columns ? [part] : chopped(part, columns)));
}

function chopped(part: string, columns: number): ReadonlyArray<string> {
  const chunks: Array<string> = [];
  let chunk = "";
  for (const sign of part) {
    if (width(chunk + sign) > columns) {
      chunks.push(chunk);
      chunk = "";
    }
    chunk += sign;
  }
  return [...chunks, chunk];
}
