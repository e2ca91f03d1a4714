/** Header values by lower-case name. */
export type Headers = Readonly<Record<string, string>>;

/** The headers by which servers tell their limits: `x-ratelimit-remaining-requests`, `ratelimit-policy` and the like. */
const OF_LIMITS = /(?:^|-)rate-?limit/;

/** What the headers tell of the server's limits; undefined where they tell nothing. */
export function announcedLimits(headers: Headers): Headers | undefined {
  const found = Object.entries(headers).filter(([name]) => OF_LIMITS.test(name));
  return found.length === 0 ? undefined : Object.fromEntries(found.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
