import type { Charge, Spent } from "../journal/mod.ts";
import { costOf, costOfAll, type Prices } from "./prices.ts";

/** What is limited in sum: each attempt holds the most it may take until it is known what it took. */
export interface Sums {
  readonly requests: number;
  readonly tokens: number;
  readonly money: number;
}

/** A limit that leaves too little, and how much it leaves. */
export interface Shortage {
  readonly name: keyof Sums;
  readonly limit: number;
  readonly left: number;
  readonly needed: number;
}

/** The books of a run: what was spent and what attempts under way may still spend. */
export interface Ledger {
  readonly shortage: (model: string, most: Charge) => Shortage | null;
  readonly hold: (model: string, most: Charge) => void;
  readonly settle: (model: string, most: Charge, charged: Charge) => void;
  /** Attempts whose outcome is not known. */
  readonly underWay: () => number;
}

const NAMES = ["requests", "tokens", "money"] as const;

/** @param before What was spent before. */
export function ledger(
  limits: Readonly<Record<keyof Sums, number | null>>,
  prices: Prices,
  before: Spent,
): Ledger {
  const tokensBefore = [...before.perModel.values()].reduce(
    (sum, { input, output }) => sum + input + output,
    0,
  );
  let spent: Sums = { requests: before.requests, tokens: tokensBefore, money: costOfAll(prices, before) };
  let held: Sums = NOTHING;
  let underWay = 0;
  const sumsOf = (model: string, charge: Charge, requests: number): Sums => {
    return { requests, tokens: charge.input + charge.output, money: costOf(prices, model, charge) };
  };
  return {
    shortage: (model, most) => {
      const needs = sumsOf(model, most, 1);
      for (const name of NAMES) {
        const limit = limits[name];
        if (limit === null || spent[name] + held[name] + needs[name] <= limit) continue;
        return { name, limit, left: Math.max(0, limit - spent[name]), needed: needs[name] };
      }
      return null;
    },
    hold: (model, most) => {
      underWay++;
      held = plus(held, sumsOf(model, most, 0), 1);
      spent = { ...spent, requests: spent.requests + 1 };
    },
    settle: (model, most, charged) => {
      underWay--;
      // Nothing under way holds nothing, whatever rounding left.
      held = underWay === 0 ? NOTHING : plus(held, sumsOf(model, most, 0), -1);
      spent = plus(spent, sumsOf(model, charged, 0), 1);
    },
    underWay: () => underWay,
  };
}

const NOTHING: Sums = { requests: 0, tokens: 0, money: 0 };

function plus(a: Sums, b: Sums, sign: 1 | -1): Sums {
  return {
    requests: a.requests + sign * b.requests,
    tokens: a.tokens + sign * b.tokens,
    money: a.money + sign * b.money,
  };
}
