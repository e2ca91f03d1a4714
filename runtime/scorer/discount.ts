/** What to do where a score is missing; there is no default. */
export type MissingScore =
  /** The exposure is withheld: the answer is null, never the raw exposure. */
  | { readonly onMissing: "withhold" }
  /** The exposure passes as it is. */
  | { readonly onMissing: "passthrough" }
  /** The exposure is discounted by a `p_memorized` that holds for what is not known. */
  | { readonly onMissing: "prior"; readonly prior: number };

/**
 * An exposure, such as a stated confidence or a position, times one minus the probability that it is recall.
 *
 * @param exposure In any unit, finite.
 * @param pMemorized In [0, 1], or null where there is none.
 * @throws {RangeError} if a number is out of range or the policy is none of the three.
 */
export function discount(exposure: number, pMemorized: number | null, policy: MissingScore): number | null {
  if (!Number.isFinite(exposure)) throw new RangeError(`Cannot discount an exposure of ${exposure}`);
  if (pMemorized !== null) return exposure * (1 - probability("pMemorized", pMemorized));
  switch (policy?.onMissing) {
    case "withhold":
      return null;
    case "passthrough":
      return exposure;
    case "prior":
      return exposure * (1 - probability("prior", policy.prior));
    default:
      throw new RangeError('Cannot discount: onMissing is one of "withhold", "passthrough", "prior"');
  }
}

function probability(name: string, value: number): number {
  if (value >= 0 && value <= 1) return value;
  throw new RangeError(`Cannot discount: ${name}: expected a number in [0, 1], got ${value}`);
}
