import { Either } from "effect";
import { type Fault, placeOf } from "./_json_scan.ts";
import { type LineText, readLine } from "./_line_text.ts";
import type { Line } from "./_lines.ts";
import { otherFormat } from "./_other_format.ts";
import type { RowMistake } from "./_row.ts";

/** Why a line of a file is no row. */
export interface Refusal {
  /** With file, line and column, the latter in UTF-16 units as editors count. */
  readonly says: string;
  /** Whether the line holds JSON at all. */
  readonly isJson: boolean;
}

/**
 * What a line of a file holds.
 *
 * @param place What the file is called.
 */
export function rowIn<A>(
  line: Line,
  place: string,
  read: (text: LineText) => Either.Either<A, RowMistake>,
): Either.Either<A, Refusal> {
  const refused = (isJson: boolean) => (fault: Fault) => ({ says: sentence(place, line, fault), isJson });
  return Either.flatMap(Either.mapLeft(readLine(line.bytes), refused(false)), (text) =>
    Either.mapLeft(read(text), ({ path, says }) => refused(true)({ at: placeOf(text.text, path), says })),
  );
}

function sentence(place: string, { number, offset, bytes }: Line, { at, says }: Fault): string {
  const other = offset === 0 ? otherFormat(bytes) : null;
  return other === null ? `${place}:${number}:${at + 1}: ${says}` : `Cannot read "${place}": ${other}`;
}
