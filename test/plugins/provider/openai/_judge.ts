import type { Asked, Row } from "./_ask_case.ts";
import type { Accepted, Case, RowExpected } from "./_cases.ts";

/** What a case came to: which of the right answers it is, -1 for none, and the outcome in short. */
export interface Judged {
  readonly index: number;
  readonly outcome: string;
}

export function judge({ expected }: Case, isRight: (accepted: Accepted) => boolean, outcome: string): Judged {
  return { index: expected.accept.findIndex(isRight), outcome };
}

/** The outcome of asking in short, such as `ok after 2 requests`. */
export function outcomeOf({ rows, ended, arrivals }: Asked): string {
  const words = rows.map(({ failReason }) => failReason ?? "ok");
  const short = ended?.tag ?? (new Set(words).size === 1 ? (words[0] ?? "") : words.join(", "));
  const count = arrivals.length;
  return count === Math.max(1, rows.length) ? short : `${short} after ${count} requests`;
}

/** Whether asking came to what is accepted, requests, waits and words included. */
export function matches(asked: Asked, accepted: Accepted): boolean {
  const { final, requests, waits_ms = [], wall_ms, message_contains, warnings_include = [] } = accepted;
  const { arrivals, said, warnings, wallMs } = asked;
  const at = (nth: number) => arrivals[nth - 1]?.at ?? Number.NaN;
  return (
    (requests === undefined || (arrivals.length >= requests.min && arrivals.length <= requests.max)) &&
    waits_ms.every(({ between: [i, j], min = 0, max = Number.POSITIVE_INFINITY }) => {
      const wait = at(j) - at(i);
      return wait >= min && wait <= max;
    }) &&
    (wall_ms === undefined || wallMs <= wall_ms.max) &&
    (message_contains === undefined || said.some((text) => text.includes(message_contains))) &&
    warnings_include.every((warning) => warnings.includes(warning)) &&
    isFinal(asked, final)
  );
}

function isFinal({ rows, ended }: Asked, final: Accepted["final"]): boolean {
  if (final === undefined) return true;
  if (typeof final === "object" && "outcome" in final) {
    return ended === null && rows.length > 0 && rows.every((row) => isRow(row, final));
  }
  const key = typeof final === "string" ? final : final.join("; ");
  const check = FINALS.find(([words]) => key.startsWith(words));
  if (check === undefined) throw new Error(`no way to check: ${key}`);
  return check[1](rows, ended?.tag ?? null);
}

type Check = (rows: ReadonlyArray<Row>, ended: string | null) => boolean;

const isOk = ({ failReason }: Row) => failReason === null;
const reasons = (rows: ReadonlyArray<Row>) => rows.map(({ failReason }) => failReason ?? "ok").join();
const isSound = ({ direction, confidence, features }: Row) =>
  direction !== null && confidence !== null && features !== null;

/** How the sentences of the file are read. */
const FINALS: ReadonlyArray<readonly [string, Check]> = [
  ["8 rows ok", (rows) => rows.length === 8 && rows.every(isOk)],
  [
    "8 rows fail error",
    (rows) => rows.length === 8 && rows.every(({ failReason }) => failReason === "error"),
  ],
  ["passed", (rows, ended) => ended === null && rows.every(isOk)],
  ["excluded with fail_reason error", (rows) => rows.some(({ failReason }) => failReason === "error")],
  ["ConfigurationError (scorer)", (_, ended) => ended === "ConfigurationError"],
  ["run ends with exit code 2 or 1", (_, ended) => ended === "CredentialError"],
  ["selected = [lab/c2, lab/c6]", (rows) => reasons(rows) === "error,ok,error,timeout,error,ok"],
  ["row 1 ok, row 2 fail error, row 3 ok", (rows) => reasons(rows) === "ok,error,ok"],
  ["row 1: fail error; row 2: ok", (rows) => reasons(rows) === "error,ok"],
  [
    "12 records in order",
    (rows) => rows.length === 12 && rows.every((row) => isOk(row) || row.failReason === "error"),
  ],
  ["both rows ok with their own values", (rows) => rows.length === 2 && rows.every(isSound)],
  ["two results, each ok with its own values", (rows) => rows.length === 2 && rows.every(isSound)],
];

/** Whether a row is what is expected of it; features that ought to equal others' are compared apart. */
export function isRow(row: Row, expected: RowExpected): boolean {
  if (expected.outcome === "fail") return expected.fail_reason?.includes(row.failReason ?? "ok") === true;
  const { direction, confidence, features } = row;
  const values =
    features === null ? [] : [features.loss, features.min_k, features.min_k_pp, features.zlib_ratio];
  return (
    row.failReason === null &&
    direction === expected.direction &&
    confidence === expected.confidence &&
    (expected.min_k_pp === undefined || features?.min_k_pp === null) &&
    values.length === 4 &&
    values.every((value) => value !== null && Number.isFinite(value) && Math.abs(value) < 1e6)
  );
}
