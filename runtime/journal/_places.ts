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

/** What a key's last line is. */
const NONE = 0;
const UNANSWERED = 1;
const ANSWERED = 2;

const FIRST_ROOM = 1024;

/** One entry a key, in the order of their ordinals, shape (room) each. */
function columns(room: number) {
  return { offsets: new Float64Array(room), lengths: new Uint32Array(room), states: new Uint8Array(room) };
}

function grown(from: ReturnType<typeof columns>): ReturnType<typeof columns> {
  const to = columns(2 * from.states.length);
  to.offsets.set(from.offsets);
  to.lengths.set(from.lengths);
  to.states.set(from.states);
  return to;
}

export function journalPlaces(): Places {
  const keys = keyIndex();
  let { offsets, lengths, states } = columns(FIRST_ROOM);
  return {
    add: (key, answered, { offset, length }) => {
      const ordinal = keys.add(key);
      if (ordinal === states.length) ({ offsets, lengths, states } = grown({ offsets, lengths, states }));
      offsets[ordinal] = offset;
      lengths[ordinal] = length;
      states[ordinal] = answered ? ANSWERED : UNANSWERED;
    },
    answered: (key) => {
      const state = states[keys.find(key)] ?? NONE;
      return state === NONE ? null : state === ANSWERED;
    },
    find: (key) => {
      const ordinal = keys.find(key);
      return (states[ordinal] ?? NONE) === NONE
        ? null
        : { offset: offsets[ordinal] ?? 0, length: lengths[ordinal] ?? 0 };
    },
    forgetUnanswered: () => {
      for (const [ordinal, state] of states.entries()) if (state === UNANSWERED) states[ordinal] = NONE;
    },
  };
}
