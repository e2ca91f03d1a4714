import { Chunk, Effect, Stream } from "effect";
import { type AnyStage, orderProblems, type PluginEnv, type Question } from "../../plugins/contract/mod.ts";
import { standard } from "../../stages/mod.ts";
import { told } from "../plugins/mod.ts";
import { broughtStage, type Configured, commonChecks, configured, type StageSource } from "./_brought.ts";
import { elsewhere } from "./_elsewhere.ts";
import { firstDifference, portrait } from "./_portrait.ts";
import { needsOf, runOnSample, type Surroundings } from "./_stage_lab.ts";
import { Breach, breachOf, type Check } from "./check.ts";

/** What a stage is tried with. */
export interface StageSample extends Surroundings {
  /** As a config writes them under `with:`; none without it. */
  readonly options?: unknown;
}

type Staging = Configured<AnyStage>;
type Verify = (staging: Staging, given: Surroundings) => Effect.Effect<void, Breach, PluginEnv>;

/** What the contract promises of a stage; run them all, in any order. */
export function stageChecks(
  source: StageSource,
  { options = {}, ...given }: StageSample = {},
): ReadonlyArray<Check> {
  const bring = broughtStage(source);
  const check = (name: string, verify: Verify): Check => {
    return { name, verify: Effect.flatMap(configured(bring, options), (staging) => verify(staging, given)) };
  };
  return [
    ...commonChecks("stage", bring, options),
    check("fits into a pipeline", (staging, given) => breachOf(misfit(staging, given))),
    check("gives what it declares, and nothing else", givesDeclared),
    check("reads only what it declares that it needs", readsDeclared),
    check("gives the same on another day", givesTheSame),
    check("leaves what it needs as it is", leavesNeeded),
    check("asks and writes nothing where it says that it is dry", isDry),
    check("foresees what it asks", foresees),
  ];
}

/** What every pipeline starts from. */
const FIRST: ReadonlyArray<string> = ["study", "instrument"];

function misfit({ item, called }: Staging, { artifacts = {} }: Surroundings): string | null {
  const [needs, gives] = [item.needs, item.gives].map((list) => list.map(({ key }) => String(key)));
  const first = gives?.find((key) => FIRST.includes(key));
  if (first !== undefined) return `${called} gives "${first}", which every pipeline starts from`;
  const twice = gives?.find((key, i) => gives.indexOf(key) !== i);
  if (twice !== undefined) return `${called} declares twice that it gives "${twice}"`;
  const own = gives?.find((key) => needs?.includes(key));
  if (own !== undefined) {
    return `${called} needs "${own}", which it gives itself; give it under another key, as no later stage could tell the two apart`;
  }
  const others = standard.stages.filter((stage) => !stage.gives.some(({ key }) => gives?.includes(key)));
  const outside = { ...item, needs: item.needs.filter(({ key }) => artifacts[key] === undefined) };
  const [problem] = orderProblems([...others, outside]).filter(({ index }) => index === others.length);
  return problem === undefined
    ? null
    : `${problem.says}; ${problem.wayOut}, or a value of it into the sample's artifacts`;
}

const givesDeclared: Verify = Effect.fnUntraced(function* (staging, surroundings) {
  const { given } = yield* runOnSample(staging, surroundings);
  const { item, called } = staging;
  const keys = Object.keys(Object(given));
  const absent = item.gives.find(({ key }) => Object(given)[key] === undefined);
  const extra = keys.find((key) => !item.gives.some((other) => other.key === key));
  if (absent !== undefined) {
    yield* breachOf(
      `${called} declares that it gives "${absent.key}" and gives none; add it to what run gives`,
    );
  }
  if (extra !== undefined) {
    yield* breachOf(`${called} gives "${extra}" and does not declare it; add it to gives, or leave it out`);
  }
});

const readsDeclared: Verify = Effect.fnUntraced(function* (staging, surroundings) {
  const { read } = yield* runOnSample(staging, surroundings);
  const { item, called } = staging;
  const stranger = [...read].find((key) => !item.needs.some((other) => other.key === key));
  yield* breachOf(
    stranger === undefined
      ? null
      : `${called} reads "${stranger}" and does not declare that it needs it; add it to needs, so that the order is checked`,
  );
});

const givesTheSame: Verify = Effect.fnUntraced(function* (staging, surroundings) {
  const run = Effect.map(runOnSample(staging, surroundings), ({ given }) => portrait(given));
  const today = yield* elsewhere(1, run);
  const changed = firstDifference(today, yield* elsewhere(2, run));
  yield* breachOf(
    changed === null
      ? null
      : `${staging.called} gives another ${changed} on another day; make it of what it needs alone, and draw by Seed`,
  );
});

const leavesNeeded: Verify = Effect.fnUntraced(function* (staging, surroundings) {
  const before = portrait(yield* needsOf(staging, surroundings));
  const { needed } = yield* runOnSample(staging, surroundings);
  const changed = firstDifference(before, portrait(needed));
  yield* breachOf(
    changed === null
      ? null
      : `${staging.called} changes ${changed}, which later stages need; copy what it changes and give it under a key of its own`,
  );
});

const isDry: Verify = Effect.fnUntraced(function* (staging, surroundings) {
  const { asked, wrote } = yield* runOnSample(staging, surroundings);
  if (staging.item.dry !== true || asked.length + wrote.length === 0) return;
  const what = asked.length > 0 ? "asks a model" : `writes ${wrote[0]}`;
  yield* breachOf(
    `${staging.called} says that it is dry and ${what}; check runs what is dry, so leave dry out`,
  );
});

const foresees: Verify = Effect.fnUntraced(function* (staging, surroundings) {
  const { item, called, options } = staging;
  const crashed = (fault: unknown) =>
    new Breach({
      message: `${called} crashes where it foresees: ${told(fault)}; what is known then may lack any value it needs`,
    });
  const collected = (known: object) =>
    Effect.suspend(() => {
      item.foresees?.(known, options);
      return Stream.runCollect(item.asks?.(known, options) ?? Stream.empty);
    }).pipe(Effect.mapError(crashed), Effect.catchAllDefect(crashed));
  yield* collected({});
  const { needed, asked } = yield* runOnSample(staging, surroundings);
  const foreseen = new Set(Chunk.toReadonlyArray(yield* collected(needed)).map(keyOf));
  const missed = new Set(asked.map(keyOf).filter((key) => !foreseen.has(key))).size;
  yield* breachOf(
    missed === 0
      ? null
      : `${called} asks ${missed} ${missed === 1 ? "question" : "questions"} that its asks does not foresee; plan and the budget would not know of ${missed === 1 ? "it" : "them"}`,
  );
});

function keyOf({ model, prompt, draw = 0, ...sampling }: Question): string {
  return JSON.stringify([model, prompt, draw, Object.entries(sampling).toSorted()]);
}
