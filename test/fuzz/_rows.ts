import { Cause, Effect, Exit, Layer, Option, Stream } from "effect";
import fc from "fast-check";
import { expect } from "vitest";
import { InputError } from "../../plugins/contract/mod.ts";
import { loadEvalSet } from "../../stages/mod.ts";
import { fakeInputs, fakeProgress } from "../stages/_fakes.ts";
import { mutants } from "./_mutants.ts";

const SEEDS = [
  `{"_cutoff_date":"2024-06-30"}
{"prompt":"CPI cooled to 2.9 percent. Bonds?","target_direction":1,"metadata":{"date":"2024-07-01"}}
{"prompt":"Orders missed by 4 percent. Equities?","target_direction":-1,"metadata":null}
{"prompt":"Zürich, \\u201cquiet\\u201d week. Dollar?","target_direction":0,"metadata":{"date":"2024-07-02","tags":["a",{"b":1}]}}
`,
  '\uFEFF{"target_direction": 1, "prompt": "a", "id": 17}\r\n\r\n{"target_direction": -1, "prompt": "b\\n\\"c\\"", "id": 1.5e3}',
];
const WORDS = [
  '"target_direction":1,',
  '"prompt":"x",',
  '{"_cutoff_date":"2024-01-01"}\n',
  '"metadata":{"date":"2024-07-01"}',
  "\n\n",
];

/** The lines of a text that hold something, without the marks that may stand before them. */
function linesOf(bytes: Uint8Array): ReadonlyArray<string> {
  return new TextDecoder("utf-8", { ignoreBOM: true })
    .decode(bytes)
    .split("\n")
    .map((line) => line.replace(/^\uFEFF/, "").replace(/^[ \t\r]+|[ \t\r]+$/g, ""))
    .filter((line) => line !== "" && line !== "\u001a");
}

/** An eval set that was changed is read as any JSON parser would read its lines, or refused with its place. */
export const rowsProperty = fc.asyncProperty(
  mutants(SEEDS, WORDS),
  fc.integer({ min: 1, max: 200 }),
  async ({ bytes }, piece) => {
    const layer = Layer.merge(fakeInputs({ "eval.jsonl": bytes }, piece), fakeProgress().layer);
    const read = Effect.gen(function* () {
      const set = yield* loadEvalSet("eval.jsonl");
      return { set, prompts: [...(yield* Stream.runCollect(set.prompts))] };
    });
    const exit = await Effect.runPromiseExit(Effect.provide(read, layer));
    if (Exit.isSuccess(exit)) {
      const { set, prompts } = exit.value;
      const rows = linesOf(bytes).map((line) => JSON.parse(line));
      const expected = set.cutoffDate === null ? rows : rows.slice(1);
      expect(prompts).toEqual(expected.map(({ prompt }) => prompt));
      expect([...set.targets].map((target) => target + 0)).toEqual(
        expected.map(({ target_direction }) => target_direction + 0),
      );
      expect(prompts.map((_, row) => set.date(row))).toEqual(
        expected.map(({ metadata }) => metadata?.date ?? null),
      );
      return;
    }
    const error = Option.getOrNull(Cause.failureOption(exit.cause));
    expect(error, Cause.pretty(exit.cause)).toBeInstanceOf(InputError);
    for (const line of error?.message.split("\n") ?? [""])
      expect(line).toMatch(/^(?:eval\.jsonl:(?:\d+:\d+:)? |Cannot (?:read|use) "eval\.jsonl": )\S/);
    expect(error?.message).not.toMatch(/undefined|\[object/);
  },
);
