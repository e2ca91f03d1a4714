import { keyIndex } from "../key_index.ts";

/** A line in the file, without its line feed. */
export interface Place {
  readonly offset: number;
  readonly length: number;
}

/** Where the last line of each key stands, and whether it is an answer. */
export interface Places {
  readonly add: (key: string, answered: boolean, place: Place) => void;
  /** Null where nothing stands. */
  readonly answered: (key: string) => boolean | null;
  readonly find: (key: string) => Place | null;
  /** Keys whose last line is no answer stand for nothing from now on. */
  readonly forgetUnanswered: () => void;
}

export function journalPlaces(): Places {
  const keys = keyIndex();
  const offsets: Array<number> = [];
  const lengths: Array<number> = [];
  const states: Array<boolean | null> = [];
  return {
    add: (key, answered, { offset, length }) => {
      const ordinal = keys.add(key);
      offsets[ordinal] = offset;
      lengths[ordinal] = length;
      states[ordinal] = answered;
    },
    answered: (key) => states[keys.find(key)] ?? null,
    find: (key) => {
      const ordinal = keys.find(key);
      return states[ordinal] === undefined || states[ordinal] === null
        ? null
        : { offset: offsets[ordinal] ?? 0, length: lengths[ordinal] ?? 0 };
    },
    forgetUnanswered: () => {
      for (const [ordinal, answered] of states.entries()) if (answered === false) states[ordinal] = null;
    },
  };
}
