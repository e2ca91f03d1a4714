/** Ordinals of keys, in the order of their adding; some 30 bytes a key. */
export interface KeyIndex {
  readonly size: number;
  /** The ordinal of a key, or -1. */
  readonly find: (key: string) => number;
  /** The ordinal of a key, which is added where it is new. */
  readonly add: (key: string) => number;
}

/** 128 of a key's 256 bits tell it from all others. */
const WORDS = 4;
const EMPTY = 0;

/** An open hash table over sha256 keys in hex. */
export function keyIndex(): KeyIndex {
  let words = new Uint32Array(WORDS * 1024);
  let table = new Uint32Array(2048);
  let size = 0;

  const holds = (ordinal: number, key: Uint32Array) => {
    for (let i = 0; i < WORDS; i++) if (words[WORDS * ordinal + i] !== key[i]) return false;
    return true;
  };
  const placeOf = (key: Uint32Array) => {
    const mask = table.length - 1;
    let place = (key[0] ?? 0) & mask;
    for (let found = table[place] ?? 0; found !== EMPTY; found = table[place] ?? 0) {
      if (holds(found - 1, key)) break;
      place = (place + 1) & mask;
    }
    return place;
  };
  const grow = () => {
    const more = new Uint32Array(2 * words.length);
    more.set(words);
    words = more;
    table = new Uint32Array(2 * table.length);
    for (let ordinal = 0; ordinal < size; ordinal++) {
      table[placeOf(words.subarray(WORDS * ordinal, WORDS * (ordinal + 1)))] = ordinal + 1;
    }
  };

  return {
    get size() {
      return size;
    },
    find: (key) => (table[placeOf(toWords(key))] ?? EMPTY) - 1,
    add: (key) => {
      const own = toWords(key);
      if (2 * size >= table.length - 2) grow();
      const place = placeOf(own);
      const found = table[place] ?? EMPTY;
      if (found !== EMPTY) return found - 1;
      words.set(own, WORDS * size);
      table[place] = ++size;
      return size - 1;
    },
  };
}

function toWords(key: string): Uint32Array {
  const words = new Uint32Array(WORDS);
  for (let i = 0; i < WORDS; i++) words[i] = Number.parseInt(key.slice(8 * i, 8 * i + 8), 16);
  return words;
}
