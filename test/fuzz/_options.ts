/** The seed of the fuzzers: the variable `FUZZ_SEED`, or always the same. */
export const FUZZ_SEED = Number(process.env["FUZZ_SEED"] ?? 20_240_630);

/** How a fuzzer runs; the seed is printed, so that another can be tried and this one again. */
export function fuzzOptions(name: string, numRuns: number) {
  console.log(`fuzz ${name}: ${numRuns} inputs, FUZZ_SEED=${FUZZ_SEED}`);
  return { numRuns, seed: FUZZ_SEED };
}
