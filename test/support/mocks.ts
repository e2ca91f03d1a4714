import { afterEach } from "vitest";
import { type Mock, type MockOptions, startMock } from "./mock/mod.ts";

/** Starts mocks that close after the test of a file that asks for them. */
export function mocks(): (options?: MockOptions) => Promise<Mock> {
  const open: Array<Mock> = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((mock) => mock.close()));
  });
  return async (options = {}) => {
    const mock = await startMock(options);
    open.push(mock);
    return mock;
  };
}
