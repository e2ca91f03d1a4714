let last = Promise.resolve();

/**
 * Waits for its turn among what keeps the process busy for a millisecond or more, such as reading a reply: one at a time,
 * in the order of asking, every second round of the event loop. Bytes come in between two of them, and the request that
 * follows the first has gone out before the second begins: undici uses a connection again one round later. A process has
 * one queue; an attempt that waits in it when its time is up is let read first.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { turn } from "recall-guard/plugin";
 *
 * const order: Array<string> = [];
 * const read = async (reply: string) => {
 *   await turn();
 *   order.push(reply);
 * };
 * await Promise.all([read("first"), read("second")]);
 * assert.deepEqual(order, ["first", "second"]);
 * ```
 */
export function turn(): Promise<void> {
  last = last.then(round).then(round);
  return last;
}

function round(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
