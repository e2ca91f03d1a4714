import { probabilityText } from "../../stages/math/mod.ts";
import type { ModelTest, SharedTest } from "./_model_test.ts";
import type { ModelComparison } from "./_models.ts";

export const MODEL_HEAD = [
  "Model",
  "Over",
  "Rows",
  "Dates",
  "A",
  "B",
  "B − A (95 % CI)",
  "p",
  "p (Holm)",
  "Test",
];
const ABSENT = "—";
const AFTER = "after the cutoff";
const ALL = "all, memory included";

/** The test that decides, and under it what all rows show where that is another thing. */
export function modelRows({ model, test, allRows }: ModelComparison): ReadonlyArray<ReadonlyArray<string>> {
  const decides =
    test.value === null
      ? Array.from({ length: MODEL_HEAD.length - 2 }, () => ABSENT)
      : testCells(test.value, pWords(test.value.pHolm));
  const all = allRows.value === null ? [] : [[model, ALL, ...testCells(allRows.value, ABSENT)]];
  return [[model, AFTER, ...decides], ...all];
}

function testCells(test: SharedTest, pHolm: string): ReadonlyArray<string> {
  const { rows, clusters, a, b, p, method } = test;
  return [
    String(rows),
    String(clusters),
    ...[a, b].map((share) => share.toFixed(4)),
    differenceWords(test),
    pWords(p),
    pHolm,
    METHODS[method],
  ];
}

/** What must not be read into the rows that count all; nothing where there are none. */
export function memoryWords(models: ReadonlyArray<ModelComparison>): ReadonlyArray<string> {
  return models.every(({ allRows }) => allRows.value === null)
    ? []
    : [`${ALL}: rows that the model may have read count too, so that a difference there is no sign of skill`];
}

const METHODS: Readonly<Record<ModelTest["method"], string>> = {
  "clustered-t": "t by date",
  "mcnemar-mid-p": "McNemar mid-p",
  "cluster-sign": "sign by date",
};

/** In points of a hundred. */
function differenceWords({ difference, interval }: SharedTest): string {
  const points = (share: number) => signed((100 * share).toFixed(1));
  if (interval.value === null) return `${points(difference)} points`;
  const { lo, hi } = interval.value;
  return `${points(difference)} [${points(lo)}, ${points(hi)}] points`;
}

function signed(number: string): string {
  if (/^-?0\.0$/.test(number)) return "0.0";
  return number.startsWith("-") ? `−${number.slice(1)}` : `+${number}`;
}

function pWords(p: number): string {
  return probabilityText(p, 4, { canBeCertain: true });
}
