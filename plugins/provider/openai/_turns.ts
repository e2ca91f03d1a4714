/**
 * Gives turns to the work on replies, one every second round of the event loop. Reading a reply takes a millisecond or
 * two; where many come at once, bytes come in between two of them, and the request that follows the first has gone
 * out before the second is read: undici uses a connection again one round later.
 */
export function makeTurns(): () => Promise<void> {
  let last = Promise.resolve();
  return () => {
    last = last.then(round).then(round);
    return last;
  };
}

function round(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
