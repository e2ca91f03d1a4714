import type { Screen } from "../../plugins/contract/mod.ts";

/** What of a stream tells whether a person looks at it. */
export interface OutputStream {
  readonly isTTY?: boolean;
  /** 0 where the terminal does not tell. */
  readonly columns?: number;
}

/** Columns of what is no terminal: results are not broken there more than they have to be. */
const WIDE = 200;
/** Columns of a terminal that does not tell. */
const USUAL = 80;

/** The screen that a stream is. */
export function screenOf(stream: OutputStream, env: Readonly<Record<string, string | undefined>>): Screen {
  const isTerminal = stream.isTTY === true;
  return { columns: isTerminal ? stream.columns || USUAL : WIDE, color: hasColor(isTerminal, env) };
}

/** `FORCE_COLOR` (force-color.org) before `NO_COLOR` (no-color.org), as Node itself has it. */
function hasColor(isTerminal: boolean, env: Readonly<Record<string, string | undefined>>): boolean {
  const forced = env["FORCE_COLOR"];
  if (forced) return forced !== "0" && forced !== "false";
  return isTerminal && !env["NO_COLOR"] && env["TERM"] !== "dumb";
}
