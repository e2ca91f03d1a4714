import { Either } from "effect";
import { InputError } from "../plugins/contract/mod.ts";
import { type Fault, placeOf } from "./_json_scan.ts";
import { type LineText, readLine } from "./_line_text.ts";
import type { Line } from "./_lines.ts";
import { otherFormat } from "./_other_format.ts";
import type { RowMistake } from "./_row.ts";

/**
 * What a line of a file holds; the error names file, line and column, the latter in UTF-16 units as editors count.
 *
 * @param name What the file is called.
 */
export function rowIn<A>(
  line: Line,
  name: string,
  read: (text: LineText) => Either.Either<A, RowMistake>,
): Either.Either<A, InputError> {
  const row = Either.flatMap(readLine(line.bytes), (text) =>
    Either.mapLeft(read(text), ({ path, says }): Fault => ({ at: placeOf(text.text, path), says })),
  );
  return Either.mapLeft(row, (fault) => new InputError({ message: sentence(name, line, fault) }));
}

function sentence(name: string, { number, offset, bytes }: Line, { at, says }: Fault): string {
  const other = offset === 0 ? otherFormat(bytes) : null;
  return other === null ? `${name}:${number}:${at + 1}: ${says}` : `Cannot read "${name}": ${other}`;
}
