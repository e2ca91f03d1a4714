// What the arithmetic costs, in milliseconds.
import { bootstrapMean, features, random } from "../../stages/math/mod.ts";
import { bestMs } from "./_figures.ts";

const TOKENS = 512;
const ALTERNATIVES = 20;
const ROWS = 330;
const RESAMPLES = 1000;
const ROUNDS = 30;

const WORDS = (
  "futures slipped while credit held firm and dealers kept hedging into the close with breadth narrow volumes thin " +
  "yields lower dollar bid earnings mixed guidance cautious flows steady positioning light momentum fading"
).split(" ");

const draw = random(1, "bench/arithmetic");

/** An answer of the longest kind: every token with its alternatives, likeliest first. */
function answer() {
  const alternatives = Float64Array.from({ length: TOKENS * ALTERNATIVES }, (_, i) => {
    const place = i % ALTERNATIVES;
    return -(place + draw()) * 0.6 - 0.05;
  });
  return {
    text: Array.from({ length: TOKENS }, () => WORDS[Math.floor(draw() * WORDS.length)]).join(" "),
    trace: {
      logprobs: Float64Array.from({ length: TOKENS }, (_, i) => alternatives[i * ALTERNATIVES] ?? 0),
      alternatives,
      ends: Uint32Array.from({ length: TOKENS }, (_, i) => (i + 1) * ALTERNATIVES),
    },
  };
}

function sumAll({ logprobs, alternatives }: ReturnType<typeof answer>["trace"]): number {
  let total = 0;
  for (let i = 0; i < logprobs.length; i++) total += logprobs[i] ?? 0;
  for (let i = 0; i < alternatives.length; i++) total += alternatives[i] ?? 0;
  return total;
}

interface Row {
  readonly predicted: number;
  readonly target: number;
}

/** A bootstrap as one writes it first: rows are objects, each resample is a new list. */
function naiveBootstrap(rows: ReadonlyArray<Row>, next: () => number): readonly [number, number] {
  const accuracies = Array.from({ length: RESAMPLES }, () => {
    const sample = rows.map(() => rows[Math.floor(next() * rows.length)]);
    return sample.filter((row) => row?.predicted === row?.target).length / sample.length;
  }).sort((a, b) => a - b);
  return [accuracies[Math.floor(0.025 * RESAMPLES)] ?? 0, accuracies[Math.floor(0.975 * RESAMPLES)] ?? 0];
}

const { text, trace } = answer();
const rows = Array.from({ length: ROWS }, () => ({ predicted: draw() < 0.5 ? 1 : -1, target: 1 }));
const right = Float64Array.from(rows, ({ predicted, target }) => Number(predicted === target));
const resampling = () => ({ random: random(1, "bench/bootstrap"), resamples: RESAMPLES });
const [own, rest, sum, quick, naive] = await bestMs(ROUNDS, [
  () => features(text, trace, 1),
  () => features("", trace, 1),
  () => sumAll(trace),
  () => bootstrapMean(right, resampling()),
  () => naiveBootstrap(rows, random(1, "bench/bootstrap")),
]);
process.stdout.write(JSON.stringify({ own, rest, sum, quick, naive }));
