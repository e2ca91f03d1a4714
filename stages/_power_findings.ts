/** What the corpora can show of memory. */
export interface AucPower {
  readonly members: number;
  readonly controls: number;
  /** The smallest area found four times out of five, refitting counted in; null where none is. */
  readonly minDetectable: number | null;
}

/** What the rows after a model's cutoff can show of its skill. */
export interface ModelPower {
  readonly model: string;
  readonly cutoff: string | null;
  readonly rows: number;
  readonly days: number;
  /** The share of them that the most frequent direction gets right; null without rows. */
  readonly baseline: number | null;
  /** By the outcomes: rows of a day share what the market did. Null with fewer than two days. */
  readonly designEffect: number | null;
  /** The smallest advantage over the baseline found four times out of five; null where none is. */
  readonly detectable: number | null;
  /** Rows that an advantage of five points needs; null where nothing can be told. */
  readonly rowsNeeded: { readonly paired: number; readonly fixedShare: number } | null;
}

/** What the rows that all models share can show of a top three. */
export interface TopPower {
  readonly rows: number;
  /** The chance that a model five points better than another is told from it; null where nothing can be told. */
  readonly chance: number | null;
  /** The smallest difference told four times out of five; null where none is. */
  readonly detectable: number | null;
  /** Whether a claim of a top three may be hoped for. */
  readonly isSupported: boolean;
}

/** What a run can and cannot find. */
export interface RunPower {
  readonly auc: AucPower;
  readonly models: ReadonlyArray<ModelPower>;
  /** Null where at most three models run: then every one of them is among the top three. */
  readonly top3: TopPower | null;
  /** The same in sentences. */
  readonly says: ReadonlyArray<string>;
}
