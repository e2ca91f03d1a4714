/** The token that ends a document, and with it begins the next. */
export const BOUNDARY = 0;

/**
 * Sorts the positions 1 .. n-1 of a stream by what stands before them, read backwards up to the document's
 * boundary, so that all positions with the same last k tokens lie side by side. Equal contexts keep the
 * stream's order. Prefix doubling (Manber & Myers 1993) over reversed prefixes: O(n log longest document).
 *
 * @param stream Token ids, shape (n), beginning with `BOUNDARY`; a boundary ends each document.
 * @param size How many distinct ids there are.
 */
export function contextOrder(stream: Int32Array, size: number): Int32Array {
  const depth = depths(stream);
  const longest = depth.reduce((most, one) => Math.max(most, one), 0);
  let rank = Int32Array.from(stream);
  let order = countingSort(Int32Array.from(stream.keys()), rank, size);
  let classes = 0;
  for (let width = 1; width <= longest; width *= 2) {
    order = countingSort(bySecondHalf(order, depth, width), rank, Math.max(size, classes));
    const next = rankOf(order, rank, depth, width);
    if (next.classes === classes) break;
    rank = next.rank;
    classes = next.classes;
  }
  return order.filter((end) => end < stream.length - 1).map((end) => end + 1);
}

function depths(stream: Int32Array): Int32Array {
  const depth = new Int32Array(stream.length);
  for (let at = 1; at < stream.length; at++) depth[at] = stream[at] === BOUNDARY ? 0 : depth[at - 1]! + 1;
  return depth;
}

function countingSort(items: Int32Array, key: Int32Array, keys: number): Int32Array<ArrayBuffer> {
  const start = new Int32Array(keys + 1);
  for (const item of items) start[key[item]! + 1]!++;
  for (let k = 0; k < keys; k++) start[k + 1]! += start[k]!;
  const sorted = new Int32Array(items.length);
  for (const item of items) sorted[start[key[item]!]!++] = item;
  return sorted;
}

function bySecondHalf(order: Int32Array, depth: Int32Array, width: number): Int32Array<ArrayBuffer> {
  const sorted = new Int32Array(order.length);
  let filled = 0;
  for (let end = 0; end < depth.length; end++) if (depth[end]! < width) sorted[filled++] = end;
  for (const half of order) {
    const end = half + width;
    if (end < depth.length && depth[end]! >= width) sorted[filled++] = end;
  }
  return sorted;
}

function rankOf(order: Int32Array, rank: Int32Array, depth: Int32Array, width: number) {
  const next = new Int32Array(order.length);
  const second = (end: number) => (depth[end]! < width ? -1 : rank[end - width]!);
  let classes = 0;
  for (let at = 1; at < order.length; at++) {
    const [here, before] = [order[at]!, order[at - 1]!];
    if (rank[here] !== rank[before] || second(here) !== second(before)) classes++;
    next[here] = classes;
  }
  return { rank: next, classes: classes + 1 };
}
