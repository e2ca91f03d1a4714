/** Pipelines that must and must not compile; `npm run types` is the test. */
import { Effect } from "effect";
import {
  type Artifact,
  artifact,
  defineStage,
  type Ordered,
  pipeline,
  Schema,
} from "../../plugins/contract/mod.ts";
import { baseline, calibrate, cutoffGuard, evaluate, load, rank, report, smoke } from "../../stages/mod.ts";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function holds<_Fact extends true>(): void {}

type Load = typeof load;
type Guard = typeof cutoffGuard;
type Smoke = typeof smoke;
type Baseline = typeof baseline;
type Calibrate = typeof calibrate;
type Evaluate = typeof evaluate;

type Sound = readonly [Load, Guard, Smoke, Baseline, Calibrate, Evaluate, typeof rank, typeof report];
holds<Equal<Ordered<Sound>, Sound>>();
holds<Equal<Ordered<readonly []>, readonly []>>();

type Early = Ordered<readonly [Load, Guard, Evaluate, Smoke]>[2];
holds<
  Equal<
    Extract<Early, `${string}"shortlist"${string}`>,
    'Stage "evaluate" needs "shortlist", which no earlier stage gives'
  >
>();
holds<
  Equal<
    Early,
    | 'Stage "evaluate" needs "shortlist", which no earlier stage gives'
    | 'Stage "evaluate" needs "baselines", which no earlier stage gives'
    | 'Stage "evaluate" needs "calibrators", which no earlier stage gives'
  >
>();

holds<
  Equal<
    Ordered<readonly [Load, Smoke]>,
    readonly [Load, 'Stage "smoke" needs "clearance", which no earlier stage gives']
  >
>();
holds<
  Equal<
    Ordered<readonly [Load, Guard, Smoke, Smoke]>,
    readonly [Load, Guard, Smoke, 'Stage "smoke" gives "shortlist" a second time']
  >
>();

type Standard = typeof import("../../stages/mod.ts").standard;
const sound = pipeline(load, cutoffGuard, smoke, baseline, calibrate, evaluate, rank, report);
holds<Equal<typeof sound, Standard>>();

const options = Schema.Struct({});
const start = defineStage({
  name: "start",
  needs: [],
  gives: [artifact<string>()("study")],
  options,
  run: () => Effect.never,
});

// @ts-expect-error: nothing gave the eval set
pipeline(cutoffGuard, load);
// @ts-expect-error: the guard cannot be left out
pipeline(load, smoke);
// @ts-expect-error: the guard cannot stand behind the spending
pipeline(load, smoke, cutoffGuard);
// @ts-expect-error: the shortlist is missing
pipeline(load, cutoffGuard, baseline, calibrate, evaluate);
// @ts-expect-error: the calibrators come too late
pipeline(load, cutoffGuard, smoke, baseline, evaluate, calibrate);
// @ts-expect-error: two stages give the eval set
pipeline(load, load);
// @ts-expect-error: the study is given from the start
pipeline(start);

const Size = artifact<number>()("size");
holds<Equal<typeof Size, Artifact<"size", number>>>();

defineStage({
  name: "wrong_value",
  needs: [],
  gives: [Size],
  options,
  // @ts-expect-error: size is a number
  run: () => Effect.succeed({ size: "two" }),
});
defineStage({
  name: "forgets",
  needs: [],
  gives: [Size],
  options,
  // @ts-expect-error: size is not given
  run: () => Effect.succeed({}),
});
defineStage({
  name: "not_needed",
  needs: [],
  gives: [Size],
  options,
  // @ts-expect-error: a stage sees only what it needs
  run: ({ evalSet }) => Effect.succeed({ size: evalSet.size }),
});
