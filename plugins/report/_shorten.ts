import { width, wrap } from "./_width.ts";

const ELISION = "…";

/**
 * A model id in so many columns, with its middle left out where no other id fits what stays; cut only at the edges
 * of its parts, so that `70b` never becomes `0b`. Where no such cut is left, the id goes on several lines.
 */
export function shorten(id: string, columns: number, ids: ReadonlyArray<string>): ReadonlyArray<string> {
  if (width(id) <= columns) return [id];
  const others = ids.filter((other) => other !== id);
  const edges = cuts(id);
  const heads = edges.filter((end) => end < columns).map((end) => id.slice(0, end));
  const tails = edges.filter((start) => id.length - start < columns).map((start) => id.slice(start));
  let best = "";
  for (const head of heads) {
    for (const tail of tails) {
      const short = head + ELISION + tail;
      const isBetter = width(short) <= columns && width(short) > width(best);
      if (isBetter && fits(id, head, tail) && !others.some((other) => fits(other, head, tail))) best = short;
    }
  }
  return best === "" ? wrap(id, columns) : [best];
}

/** Where an id may be cut: after a separator, and before one. */
function cuts(id: string): ReadonlyArray<number> {
  const inner = [...id.matchAll(/[/\-_.:@ ]+/g)].flatMap((match) => [
    match.index,
    match.index + match[0].length,
  ]);
  return [...new Set([0, ...inner, id.length])];
}

function fits(id: string, head: string, tail: string): boolean {
  return id.length > head.length + tail.length && id.startsWith(head) && id.endsWith(tail);
}
