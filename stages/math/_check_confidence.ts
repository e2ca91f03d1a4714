/** Throws a RangeError unless `confidence` is a coverage. */
export function checkConfidence(confidence: number): void {
  if (!(confidence > 0 && confidence < 1)) {
    throw new RangeError(`Cannot make an interval: expected a confidence in (0, 1), got ${confidence}`);
  }
}

/** Throws a RangeError unless 0 <= k <= n, both finite. */
export function checkShare(k: number, n: number): void {
  if (!(n >= 0 && Number.isFinite(n))) throw new RangeError(`Cannot take a share of ${n}`);
  if (!(k >= 0 && k <= n))
    throw new RangeError(`Cannot take a share: expected 0 <= k <= n, got k=${k}, n=${n}`);
}
