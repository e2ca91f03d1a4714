import { expect, it } from "vitest";
import { turn } from "../../../plugins/contract/mod.ts";

it("turn() comes in the order of asking, and what a job lets go has gone before the next begins", async () => {
  const seen: Array<string> = [];
  const job = async (name: string) => {
    await turn();
    seen.push(name);
    // What undici does before it writes a request to a connection that was used.
    setImmediate(() => seen.push(`after ${name}`));
  };
  await Promise.all(["a", "b", "c"].map(job));
  expect(seen.slice(0, 5)).toEqual(["a", "after a", "b", "after b", "c"]);
});

it("turn() does not wait for a job that takes long", async () => {
  const never = turn().then(() => new Promise<never>(() => {}));
  await turn();
  expect(await Promise.race([never, Promise.resolve("free")])).toBe("free");
});
