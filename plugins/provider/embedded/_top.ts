/** The indices of the `most` largest values, largest first, the lower index first where two are equal. */
export function topOf(values: Float64Array, most: number): ReadonlyArray<number> {
  const top: number[] = [];
  let least = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < values.length; at++) {
    const value = values[at]!;
    if (value <= least) continue;
    insert(top, at, values);
    if (top.length > most) top.pop();
    if (top.length === most) least = values[top[most - 1]!]!;
  }
  return top;
}

function insert(top: number[], at: number, values: Float64Array): void {
  let place = top.push(at) - 1;
  for (; place > 0 && values[top[place - 1]!]! < values[at]!; place--) top[place] = top[place - 1]!;
  top[place] = at;
}
