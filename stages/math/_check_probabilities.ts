/** Throws a RangeError unless `probabilities` and `labels` are probabilities of a two-class sample. */
export function checkProbabilities(probabilities: Float64Array, labels: Uint8Array): void {
  if (probabilities.length !== labels.length) {
    throw new RangeError(`Cannot judge ${probabilities.length} probabilities by ${labels.length} labels`);
  }
  for (let i = 0; i < labels.length; i++) {
    const p = probabilities[i]!;
    if (!(p >= 0 && p <= 1)) throw new RangeError(`Cannot judge: probability ${i} is ${p}`);
    if (labels[i]! > 1) throw new RangeError(`Cannot judge: label ${i} is ${labels[i]}`);
  }
}
