import { describe, expect, it } from "@effect/vitest";
import { Effect, Either, Stream } from "effect";
import { InputError, Inputs, Schema, Seed } from "../../../../plugins/contract/mod.ts";
import embedded from "../../../../plugins/provider/embedded/mod.ts";
import { random } from "../../../../stages/math/random.ts";

const FILES: Readonly<Record<string, string>> = {
  "exam.jsonl":
    '{"prompt":"Will A rise?","metadata":{"date":"2020-01-01","answer":"Direction: 1\\nConfidence: 0.7"}}\r\n' +
    '\n{"prompt":"Will B rise?","target_direction":-1,"metadata":{"date":"2021-01-01"}}\n',
  "news.jsonl": '\uFEFF{"text":"Rates were steady."}\n',
  "broken.jsonl": '{"text":"fine"}\n\n{"prompt":"Will C rise?","metadata":{"date":"soon"}}\n',
  "unanswered.jsonl": '{"text":"fine"}\n\n{"prompt":"Will C rise?"}\n',
};

/** Input files in memory that count how often each is opened. */
function shelf() {
  const opened: string[] = [];
  const service = Inputs.of({
    open: (name) => {
      opened.push(name);
      const text = FILES[name];
      if (text === undefined) return new InputError({ message: `Cannot read "${name}": no such file` });
      return Effect.succeed({
        name,
        bytes: Stream.make(new TextEncoder().encode(text)),
        slice: () => Effect.die("never sliced"),
      });
    },
    placeOf: (name) => `books/${name}`,
    yaml: () => Effect.die("never asked for"),
  });
  return { opened, service };
}

const make = (models: unknown, seed = 0, inputs = shelf().service) =>
  Effect.flatMap(Schema.decodeUnknown(embedded.options)({ models }), embedded.make).pipe(
    Effect.provideService(Inputs, inputs),
    Effect.provideService(Seed, (label) => random(seed, label)),
  ) as Effect.Effect<Effect.Effect.Success<ReturnType<typeof embedded.make>>, InputError>;

const request = {
  model: "reader",
  prompt: "Will A rise?",
  temperature: 0,
  maxTokens: 64,
  topLogprobs: 5,
  draw: 0,
};
const reads = (...files: string[]) => ({ reads: files.map((file) => ({ file })) });

describe("embedded", () => {
  it.effect("complete() answers from what the model has read", () =>
    Effect.gen(function* () {
      const provider = yield* make({ reader: reads("exam.jsonl", "news.jsonl") });
      const answer = yield* provider.complete(request);
      expect(answer.text).toBe("Direction: 1\nConfidence: 0.7");
      expect(answer.finishReason).toBe("stop");
      expect(answer.tokens!.map(({ token }) => token).join("")).toBe(answer.text);
      expect(answer.tokens!.every(({ top }) => top.length === 5)).toBe(true);
      expect(answer.usage).toEqual({ promptTokens: 9, completionTokens: answer.tokens!.length });
      expect(answer.reported).toEqual({ model: "reader", temperature: 0, fingerprint: null });
    }),
  );

  it.effect("complete() answers a question with a direction alone as derived from it", () =>
    Effect.gen(function* () {
      const provider = yield* make({ reader: reads("exam.jsonl") });
      const answer = yield* provider.complete({ ...request, prompt: "Will B rise?" });
      expect(answer.text).toBe("Direction: -1\nConfidence: 0.60");
    }),
  );

  it.effect("complete() does not know what came after the date it read through", () =>
    Effect.gen(function* () {
      const provider = yield* make({ reader: { reads: [{ file: "exam.jsonl", through: "2020-12-31" }] } });
      const answer = yield* provider.complete({ ...request, prompt: "Will B rise?" });
      expect(answer.text).toBe("Direction: 1\nConfidence: 0.7");
    }),
  );

  it.effect("complete() names the models there are when asked for another", () =>
    Effect.gen(function* () {
      const provider = yield* make({ reader: reads("news.jsonl"), other: reads("news.jsonl") });
      const error = yield* Effect.flip(provider.complete({ ...request, model: "redaer" }));
      expect(error.message).toBe(
        'Cannot ask "redaer": the embedded provider has the models "reader", "other"',
      );
    }),
  );

  it.effect("complete() gives the same for the same draw and seed, and other draws differ", () =>
    Effect.gen(function* () {
      const warm = { ...request, temperature: 1.5 };
      const [one, two] = [
        yield* make({ reader: reads("exam.jsonl") }),
        yield* make({ reader: reads("exam.jsonl") }),
      ];
      expect(yield* one.complete(warm)).toEqual(yield* two.complete(warm));
      const texts = yield* Effect.forEach([0, 1, 2, 3, 4, 5, 6, 7], (draw) =>
        Effect.map(one.complete({ ...warm, draw }), ({ text }) => text),
      );
      expect(new Set(texts).size).toBeGreaterThan(1);
    }),
  );

  it.effect("make() opens each file once, for all models that read it", () =>
    Effect.gen(function* () {
      const { opened, service } = shelf();
      yield* make({ reader: reads("news.jsonl", "exam.jsonl"), other: reads("news.jsonl") }, 0, service);
      expect(opened).toEqual(["news.jsonl", "exam.jsonl"]);
    }),
  );

  it.effect("make() gives an identity that follows the files, the options and the seed, not the truth", () =>
    Effect.gen(function* () {
      const identity = (models: unknown, seed?: number) =>
        Effect.map(make(models, seed), (made) => made.identity);
      const base = yield* identity({ reader: reads("news.jsonl") });
      expect(yield* identity({ reader: { ...reads("news.jsonl"), truth: "knows one line" } })).toBe(base);
      expect(yield* identity({ reader: reads("exam.jsonl") })).not.toBe(base);
      expect(yield* identity({ reader: { ...reads("news.jsonl"), max_context: 4 } })).not.toBe(base);
      expect(yield* identity({ reader: reads("news.jsonl") }, 1)).not.toBe(base);
    }),
  );

  it.effect("make() passes on what is known of each model", () =>
    Effect.gen(function* () {
      const made = yield* make({
        reader: { ...reads("news.jsonl"), truth: "knows one line" },
        other: reads("news.jsonl"),
      });
      expect(made.known).toEqual({ reader: "knows one line" });
      expect(made.deterministic).toBe(true);
    }),
  );

  it.effect("make() fails for a file that is not there, before anything is asked", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(make({ reader: reads("nowhere.jsonl") }));
      expect(error.message).toBe('Cannot read "nowhere.jsonl": no such file');
    }),
  );

  it.effect.each<readonly [file: string, message: string]>([
    ["broken.jsonl", "books/broken.jsonl:3:1: metadata.date: expected a date such as 2023-06-30"],
    [
      "unanswered.jsonl",
      "books/unanswered.jsonl:3:1: expected text, or prompt with metadata.answer or target_direction",
    ],
  ])("complete() names the line of %s that cannot be read", ([file, message]) =>
    Effect.gen(function* () {
      const provider = yield* make({ reader: reads(file) });
      expect((yield* Effect.flip(provider.complete(request))).message).toBe(message);
    }),
  );

  it.effect("complete() refuses a model whose reads select nothing", () =>
    Effect.gen(function* () {
      const provider = yield* make({ reader: { reads: [{ file: "exam.jsonl", through: "2019-12-31" }] } });
      expect((yield* Effect.flip(provider.complete(request))).message).toBe(
        'Cannot build "reader": its reads select no row',
      );
    }),
  );

  it.effect.each([
    { reads: [] },
    { reads: [{ file: "news.jsonl", fraction: 1.5 }] },
    { reads: [{ file: "news.jsonl", copies: 0 }] },
    { reads: [{ file: "news.jsonl", through: "June" }] },
    { reads: [{ file: "news.jsonl" }], max_context: 0 },
  ])("options refuse %j", (model) =>
    Effect.gen(function* () {
      const decoded = yield* Effect.either(Schema.decodeUnknown(embedded.options)({ models: { model } }));
      expect(Either.isLeft(decoded)).toBe(true);
    }),
  );
});
