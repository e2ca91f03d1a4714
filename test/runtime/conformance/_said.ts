import { expect } from "vitest";
import { findings, type PromisedCheck } from "../../../runtime/conformance/promise.ts";

/** What a plugin that passes says of itself: nothing. */
export async function expectSound(checks: ReadonlyArray<PromisedCheck>): Promise<void> {
  const found = await findings(checks);

  expect(found.length).toBeGreaterThan(5);
  expect(found.filter(({ ok }) => !ok)).toEqual([]);
}

/** The sentence of one check, by its name; null where it holds. */
export async function said(checks: ReadonlyArray<PromisedCheck>, name: string): Promise<string | null> {
  const found = checks.filter((check) => check.name === name);
  const [finding] = await findings(found);
  expect(found.map(({ name }) => name)).toEqual([name]);
  return finding?.sentence ?? null;
}
