import type { Decision } from "./lag_dependence.ts";

/** One usable draw. */
export interface Draw {
  readonly content: string;
  /** What the draw decides, as the caller reads it; null (no decision) is a decision of its own. */
  readonly decision: Decision;
  /** Named numbers that the draw states, the same names in every draw; none unless given. */
  readonly components?: Readonly<Record<string, number>>;
}
