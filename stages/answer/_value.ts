/** What stands behind a label. */
export interface Value {
  /** The number, or null where it cannot be read or is not allowed. */
  readonly value: number | null;
  /** The direction a word in its place names; never an answer, only a contradiction of one. */
  readonly word: -1 | 0 | 1 | null;
  /** Whether the text says it holds only in some case. */
  readonly conditional: boolean;
  /** Characters of the segment up to the end of the number. */
  readonly length: number;
}

export const UNREADABLE: Value = { value: null, word: null, conditional: false, length: 0 };
