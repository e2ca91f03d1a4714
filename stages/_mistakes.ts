import { InputError } from "../plugins/contract/mod.ts";
import type { Refusal } from "./_row_in.ts";

/** Mistakes of a file that are told at once. */
const MOST = 10;

/** Gathers what is wrong with a file's lines, until it is enough. */
export interface Mistakes {
  /** Whether what is wrong is enough to stop reading; a first line that is no JSON is one of a file of another kind. */
  readonly add: (refusal: Refusal, isFirst: boolean) => boolean;
  /** All of it, a line each; null where nothing is wrong. */
  readonly all: () => InputError | null;
}

/** @param place What the file is called. */
export function newMistakes(place: string): Mistakes {
  const found: Array<string> = [];
  return {
    add: ({ says, isJson }, isFirst) => {
      const isOneMore = found.length === MOST;
      found.push(isOneMore ? `${place}: more of its lines are wrong` : says);
      return isOneMore || (isFirst && !isJson);
    },
    all: () => (found.length === 0 ? null : new InputError({ message: found.join("\n") })),
  };
}

/** What is wrong with several files as one error, nothing twice. */
export function joined(errors: ReadonlyArray<InputError>): InputError {
  const lines = new Set(errors.flatMap(({ message }) => message.split("\n")));
  return new InputError({ message: [...lines].join("\n") });
}
