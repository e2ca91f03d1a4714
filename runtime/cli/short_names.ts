const ELISION = "…";

/**
 * Names in so many signs each: where one is too long, what all of them begin with is left out first, for what tells them
 * apart comes after it, then the middle of what is still too long.
 */
export function shortNames(names: ReadonlyArray<string>, room: number): ReadonlyArray<string> {
  if (names.every((name) => name.length <= room)) return names;
  const shared = sharedBeginning(names);
  return names.map((name) => {
    const rest = shared > 1 ? ELISION + name.slice(shared) : name;
    return rest.length <= room ? rest : withoutMiddle(rest, Math.max(1, room));
  });
}

function withoutMiddle(name: string, room: number): string {
  const tail = Math.floor((room - 1) / 2);
  return name.slice(0, room - 1 - tail) + ELISION + name.slice(name.length - tail);
}

/** Signs that all names begin with, up to and with a separator; none for one name. */
function sharedBeginning([first = "", ...others]: ReadonlyArray<string>): number {
  if (others.length === 0) return 0;
  let same = 0;
  while (same < first.length && others.every((name) => name[same] === first[same])) same++;
  return Math.max(
    ...["/", "-", "_", ".", ":", "@", " "].map((sign) => first.lastIndexOf(sign, same - 1) + 1),
  );
}
