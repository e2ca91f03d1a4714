/** Throws a RangeError unless `scores` and `labels` are a scored two-class sample. */
export function checkScores(scores: Float64Array, labels: Uint8Array): void {
  if (scores.length !== labels.length) {
    throw new RangeError(`Cannot score: ${scores.length} scores but ${labels.length} labels`);
  }
  for (let i = 0; i < scores.length; i++) {
    if (Number.isNaN(scores[i])) throw new RangeError(`Cannot score: score ${i} is NaN`);
    if (labels[i]! > 1) throw new RangeError(`Cannot score: label ${i} is ${labels[i]}`);
  }
}
