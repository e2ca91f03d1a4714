import { type PairedHits, random } from "../../stages/math/mod.ts";

/** 1,000 rows on 250 dates: shares of .55 and .52, correlation .8; which date a row has is drawn. */
export function pairedExample(seed: number): PairedHits {
  const cells: ReadonlyArray<readonly [hit: number, other: number, rows: number]> = [
    [1, 1, 485],
    [1, 0, 65],
    [0, 1, 35],
    [0, 0, 415],
  ];
  const rows = cells.flatMap(([hit, other, count]) => Array.from({ length: count }, () => ({ hit, other })));
  const draw = random(seed, "rows");
  const order = rows.map((row) => ({ row, key: draw() })).toSorted((a, b) => a.key - b.key);
  return {
    hits: order.map(({ row }) => row.hit),
    others: order.map(({ row }) => row.other),
    labels: order.map((_, i) => Math.floor(i / 4)),
  };
}
