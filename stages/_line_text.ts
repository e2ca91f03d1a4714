import { Either } from "effect";
import { type Fault, jsonFault } from "./_json_scan.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** A line as text and as the JSON value in it. */
export interface LineText {
  readonly text: string;
  readonly value: unknown;
}

/** Takes a line for UTF-8 and JSON; a byte-order mark before it is no part of the text. */
export function readLine(bytes: Uint8Array): Either.Either<LineText, Fault> {
  const text = decoded(bytes);
  if (text === null) return Either.left({ at: validUtf8(bytes).length, says: "the line is not UTF-8" });
  const fault = jsonFault(text);
  return fault === null
    ? Either.right({ text, value: JSON.parse(text) })
    : Either.left({ at: fault.at, says: `not JSON: ${fault.says}` });
}

function decoded(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

/** The longest start of some bytes that is UTF-8, by halving. */
function validUtf8(bytes: Uint8Array): string {
  let valid = 0;
  let beyond = bytes.length + 1;
  while (beyond - valid > 1) {
    const middle = Math.floor((valid + beyond) / 2);
    if (startDecoded(bytes.subarray(0, middle)) === null) beyond = middle;
    else valid = middle;
  }
  return startDecoded(bytes.subarray(0, valid)) ?? "";
}

/** Text of bytes that may end inside a sign; null where no more bytes could make them UTF-8. */
function startDecoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}
