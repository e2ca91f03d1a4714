import { Effect, Layer, Stream } from "effect";
import {
  Answers,
  type AnyStage,
  GateSet,
  Output,
  type Question,
  type StageEnv,
} from "../../plugins/contract/mod.ts";
import { controlServices } from "../controls/mod.ts";
import { told } from "../plugins/mod.ts";
import type { Configured } from "./_brought.ts";
import { copied } from "./_renamed.ts";
import { Breach } from "./check.ts";
import { SEED, sample } from "./sample.ts";

export type Given = Readonly<Record<string, unknown>>;

/** What a stage finds when it runs. */
export interface Surroundings {
  /** Values that it needs, by artifact key; those that the standard stages give are there. */
  readonly artifacts?: Given;
  /** Inputs by name, as text, beside those of the kit's own run. */
  readonly files?: Readonly<Record<string, string>>;
}

/** What a stage did. */
export interface Run {
  readonly needed: Given;
  readonly given: unknown;
  /** Keys that it read, in their order. */
  readonly read: ReadonlySet<string>;
  readonly asked: ReadonlyArray<Question>;
  readonly wrote: ReadonlyArray<string>;
}

type Staging = Configured<AnyStage>;

/** The values that a stage needs, free to be changed. */
export const needsOf = Effect.fnUntraced(function* (
  { item, called }: Staging,
  { artifacts = {} }: Surroundings,
) {
  const known: Given = { ...(yield* sample).artifacts, ...artifacts };
  const absent = item.needs.find(({ key }) => known[key] === undefined);
  if (absent !== undefined) {
    return yield* new Breach({
      message: `${called} needs "${absent.key}", which no standard stage gives; put a value of it into the sample's artifacts`,
    });
  }
  const needed: Given = Object.fromEntries(item.needs.map(({ key }) => [key, copied(known[key])]));
  return needed;
});

/** Runs a stage on the sample, watching what it does. */
export const runOnSample = Effect.fnUntraced(function* (staging: Staging, given: Surroundings) {
  const { item, called, options } = staging;
  const { controls, reports } = yield* sample;
  const needed = yield* needsOf(staging, given);
  const read = new Set<string>();
  const asked: Array<Question> = [];
  const wrote: Array<string> = [];
  const running: Effect.Effect<unknown, unknown, StageEnv> = Effect.suspend(() =>
    item.run(watched(needed, read), options),
  );
  const result = yield* running.pipe(
    Effect.provideService(GateSet, reports.whole.gates),
    Effect.provide(Layer.provideMerge(watching(asked, wrote), services(controls, given))),
    Effect.mapError((error) => new Breach({ message: `${called} fails on the sample: ${told(error)}` })),
    Effect.catchAllDefect(
      (defect) =>
        new Breach({
          message: `${called} crashes: ${told(defect)}; what ends a run is an error of the contract`,
        }),
    ),
  );
  return { needed, given: result, read, asked, wrote } satisfies Run;
});

type Controls = Parameters<typeof controlServices>[0];

function services(controls: Controls, { files = {} }: Surroundings) {
  const all = { ...controls, files: { ...controls.files, ...files } };
  return Layer.orDie(controlServices(all, SEED));
}

/** `Answers` and `Output` that keep what they are used for. */
function watching(asked: Array<Question>, wrote: Array<string>) {
  const answers = Effect.map(Answers, (answers) => {
    const one = (question: Question) => {
      asked.push(question);
      return answers.one(question);
    };
    return Answers.of({ ...answers, one, all: (questions) => Stream.mapEffect(questions, one) });
  });
  const output = Effect.map(Output, (output) =>
    Output.of({
      ...output,
      write: (name, content) => {
        wrote.push(name);
        return Effect.zipRight(Stream.runDrain(content), output.write(name, Stream.empty));
      },
    }),
  );
  return Layer.merge(Layer.effect(Answers, answers), Layer.effect(Output, output));
}

/** The values by key, noting which are read. */
function watched(values: Given, read: Set<string>): Given {
  return new Proxy(values, {
    get: (target, key) => {
      if (typeof key === "string") read.add(key);
      return Reflect.get(target, key);
    },
  });
}
