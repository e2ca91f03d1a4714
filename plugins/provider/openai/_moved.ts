/** As many as browsers follow. */
export const MOST_MOVES = 20;

const MOVED = [301, 302, 307, 308];

/**
 * Where a request is to be sent again as it is, or null. A server is followed within itself only: the prompts, and the
 * key, are meant for the address that the user gave.
 */
export function movedWithin(from: string, status: number, location: string | undefined): string | null {
  if (!MOVED.includes(status) || location === undefined || !URL.canParse(location, from)) return null;
  const to = new URL(location, from);
  return to.origin === new URL(from).origin ? to.href : null;
}
