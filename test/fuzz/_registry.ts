import { Cause, Effect, Exit, Option } from "effect";
import fc from "fast-check";
import { expect } from "vitest";
import { CalendarDate, InputError, Schema } from "../../plugins/contract/mod.ts";
import { loadCutoffs } from "../../stages/mod.ts";
import { fakeInputs } from "../stages/_fakes.ts";
import { mutants } from "./_mutants.ts";

const SEEDS = [
  `models:
  meta/llama-3.1-8b: 2023-12-31
  "openai/gpt-oss-20b": '2024-06'
  lab/x: { date: 2024-06-30, source: "the vendor", precision: day }
  lab/y: &day 2024-01-31
  lab/z: *day
`,
  '{"models": {"a": "2024-06-30", "b": {"date": "2024-06", "precision": "month"}}}',
];

const isDate = Schema.is(CalendarDate);

/** A registry that was changed gives dates that exist, or is refused with a place for each mistake. */
export const registryProperty = fc.asyncProperty(mutants(SEEDS), async ({ bytes }) => {
  const layer = fakeInputs({ "cutoffs.yaml": bytes });
  const exit = await Effect.runPromiseExit(Effect.provide(loadCutoffs("cutoffs.yaml"), layer));
  if (Exit.isSuccess(exit)) {
    for (const [model, { date }] of exit.value) {
      expect(typeof model).toBe("string");
      expect(isDate(date), date).toBe(true);
    }
    return;
  }
  const error = Option.getOrNull(Cause.failureOption(exit.cause));
  expect(error, Cause.pretty(exit.cause)).toBeInstanceOf(InputError);
  for (const line of (error?.message ?? "").split("\n"))
    expect(line).toMatch(/^cutoffs\.yaml(?::\d+:\d+)?: \S/);
});
