/** Which prompts a file holds, by the first 8 bytes of their sha256. */
export interface PromptIndex {
  /** The first row with the prompt of another; the row itself where there is none before it. */
  readonly first: (row: number) => number;
  readonly holds: (high: number, low: number) => boolean;
}

const EMPTY = -1;

/**
 * Finds equal prompts by open addressing in one array.
 *
 * @param hashes Two words a row, shape (n, 2).
 */
export function promptIndex(hashes: Uint32Array): PromptIndex {
  const rows = hashes.length / 2;
  const mask = 2 ** (32 - Math.clz32(2 * rows + 1)) - 1;
  const slots = new Int32Array(mask + 1).fill(EMPTY);
  const slotOf = (high: number, low: number) => {
    let slot = (high ^ low) & mask;
    for (let row = slots[slot]!; row !== EMPTY; row = slots[slot]!) {
      if (hashes[2 * row] === high && hashes[2 * row + 1] === low) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  };
  for (let row = 0; row < rows; row++) {
    const slot = slotOf(hashes[2 * row]!, hashes[2 * row + 1]!);
    if (slots[slot] === EMPTY) slots[slot] = row;
  }
  return {
    first: (row) => slots[slotOf(hashes[2 * row]!, hashes[2 * row + 1]!)]!,
    holds: (high, low) => slots[slotOf(high, low)] !== EMPTY,
  };
}
