import type { Charge, Spent } from "../journal/mod.ts";

/** Money per million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
}

/** By model. */
export type Prices = Readonly<Record<string, Price>>;

/** What tokens cost; a model without a price costs nothing. */
export function costOf(prices: Prices, model: string, { input, output }: Charge): number {
  const price = Object.hasOwn(prices, model) ? prices[model] : undefined;
  return price === undefined ? 0 : (price.input * input + price.output * output) / 1e6;
}

/** What all attempts so far cost. */
export function costOfAll(prices: Prices, { perModel }: Spent): number {
  return [...perModel].reduce((sum, [model, charge]) => sum + costOf(prices, model, charge), 0);
}
