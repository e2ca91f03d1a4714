import { integer, type Random } from "../../../stages/math/random.ts";

const MANNERS = ["firm", "soft", "late", "mixed", "steady"];
const ENDINGS = ["close", "volume"];

const WHO = [
  "Dealers",
  "Funds",
  "Desks",
  "Brokers",
  "Insurers",
  "Exporters",
  "Allocators",
  "Pensions",
  "Lenders",
  "Arbitrageurs",
];
const DID = [
  "trimmed",
  "rebuilt",
  "rolled",
  "hedged",
  "parked",
  "rotated",
  "priced",
  "financed",
  "released",
  "absorbed",
];
const WHAT = [
  "duration",
  "inventory",
  "collateral",
  "credit",
  "gamma",
  "baskets",
  "futures",
  "swaps",
  "loans",
  "cash",
];
const WHEN = [
  "overnight",
  "at noon",
  "on settlement",
  "after lunch",
  "into expiry",
  "near the fixing",
  "past the auction",
  "by the bell",
];
const WHY = [
  "while margins fell",
  "as quotes thinned",
  "because limits reset",
  "once orders cleared",
  "though fees rose",
  "since books were full",
  "until bids returned",
  "when audits ended",
];

/**
 * At least `size` different cues: a numbered setup and how the session ended. A setup's number is one
 * token, so that none is half of another, and the endings repeat, so that they alone say nothing.
 */
export function cues(size: number): string[] {
  const endings = MANNERS.flatMap((manner) => ENDINGS.map((ending) => `${manner} ${ending}`));
  const setups = Array.from({ length: Math.ceil(size / endings.length) }, (_, at) => `S${100 + at}`);
  return setups.flatMap((setup) => endings.map((ending) => `${setup}, ${ending}`));
}

/** A clause that says nothing of the direction. */
export function reason(by: Random): string {
  return `${pick(WHO, by)} ${pick(DID, by)} ${pick(WHAT, by)} ${pick(WHEN, by)} ${pick(WHY, by)}.`;
}

export function newsLine(by: Random): string {
  return `${pick(WHO, by)} ${pick(DID, by)} ${pick(WHAT, by)} ${pick(WHEN, by)}, ${pick(WHEN, by)} ${pick(WHY, by)}.`;
}

/** An opaque session code such as `K7Q2M`, in no order. */
export function code(by: Random): string {
  return [letter(by), integer(by, 10), letter(by), integer(by, 10), letter(by)].join("");
}

/** An invented ticker of four letters that ends in X or Q. */
export function symbol(by: Random): string {
  return [letter(by), letter(by), letter(by), pick(["X", "Q"], by)].join("");
}

/** `size` different texts, in the order they were first drawn. */
export function distinct(size: number, make: (by: Random) => string, by: Random): string[] {
  const made = new Set<string>();
  while (made.size < size) made.add(make(by));
  return [...made];
}

export function pick<A>(from: ReadonlyArray<A>, by: Random): A {
  return from[integer(by, from.length)]!;
}

function letter(by: Random): string {
  return String.fromCharCode(65 + integer(by, 26));
}
