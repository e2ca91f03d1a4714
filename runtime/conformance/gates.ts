import { type Context, Effect } from "effect";
import type { GateSet, Judgement, Plugin, Verdict } from "../../plugins/contract/mod.ts";
import { miscounted, notANumber, reasonless, unexplained, unordered } from "../../stages/mod.ts";
import { gateSetFlaw, told } from "../plugins/mod.ts";
import { broughtPlugin, type Configured, commonChecks, configured, type PluginSource } from "./_brought.ts";
import { elsewhere } from "./_elsewhere.ts";
import { firstDifference, portrait } from "./_portrait.ts";
import { copied } from "./_renamed.ts";
import { notTold } from "./_text_faults.ts";
import { Breach, breachOf, type Check } from "./check.ts";
import { sample } from "./sample.ts";

/** What a gate set is tried with. */
export interface GatesSample {
  /** As a config writes them under `with:`; none without it. */
  readonly options?: unknown;
  /** Runs that it is to judge beside the kit's own, such as one that just passes a gate and one that just does not. */
  readonly judgements?: ReadonlyArray<Judgement>;
}

type Gates = Configured<Plugin<"gates">>;
type Made = Context.Tag.Service<GateSet>;

/** What the contract promises of a gate set; run them all, in any order. */
export function gatesChecks(
  source: PluginSource<"gates">,
  { options = {}, judgements = [] }: GatesSample = {},
): ReadonlyArray<Check> {
  const bring = broughtPlugin("gates", source);
  const check = (name: string, verify: (gates: Gates) => Effect.Effect<void, Breach>): Check => {
    return { name, verify: Effect.flatMap(configured(bring, options), verify) };
  };
  const all = Effect.map(sample, ({ judgements: { whole, single, bare, hostile } }) => {
    return [whole, single, bare, hostile, ...judgements];
  });
  const each = (flawOf: (verdicts: ReadonlyArray<Verdict>, made: Made) => string | null) => (gates: Gates) =>
    Effect.flatMap(all, (runs) => onEach(gates, runs, flawOf));
  return [
    ...commonChecks("gates", bring, options),
    check("says in words what it goes by", saysWords),
    check(
      "gives every model one verdict, in the order of the results",
      each(() => null),
    ),
    check("gives the same verdicts on another day, whatever it judged before", (gates) =>
      Effect.flatMap(all, (runs) => isPure(gates, runs)),
    ),
    check("leaves what it judges as it is", (gates) =>
      Effect.flatMap(all, (runs) => leavesResults(gates, runs)),
    ),
    check("gives scores that put all models in one order", each(unordered)),
    check(
      "says why it removes a model",
      each((verdicts, { blocking }) => unexplained(verdicts, blocking)),
    ),
    check("gives a reason where a number is missing", each(reasonless)),
    check(
      "gives no NaN",
      each((verdicts) => notANumber(verdicts) ?? untold(verdicts)),
    ),
  ];
}

/** Where a sentence says NaN or undefined. */
function untold(verdicts: ReadonlyArray<Verdict>): string | null {
  const flaws = verdicts.map(({ warnings, says = [] }) =>
    notTold({ name: "its sentences", text: [...warnings, ...says].join("\n") }),
  );
  return flaws.find((flaw) => flaw !== null) ?? null;
}

function made({ item, called, options }: Gates): Effect.Effect<Made, Breach> {
  return Effect.try({
    try: () => item.make(options),
    catch: (fault) => new Breach({ message: `${called} cannot be made: ${told(fault)}` }),
  }).pipe(
    Effect.tap((gates) => {
      const flaw = gateSetFlaw(gates);
      return breachOf(flaw === null ? null : `${called} cannot be made: ${flaw}`);
    }),
  );
}

const saysWords = (gates: Gates) =>
  Effect.flatMap(made(gates), ({ formula, words, blocking }) => {
    if (formula.trim() === "") return breachOf(`${gates.called} has no formula; say how the score is made`);
    const text = [formula, words.passed, words.besides, words.reading, ...blocking].join("\n");
    const flaw = notTold({ name: "its words", text });
    return breachOf(flaw === null ? null : `${gates.called} ${flaw}`);
  });

/** The verdicts on a run, of which there is one a model. */
function judged(
  { called }: Gates,
  gates: Made,
  run: Judgement,
): Effect.Effect<ReadonlyArray<Verdict>, Breach> {
  const results = [...run.results];
  return Effect.try({
    try: () => gates.judge(run),
    catch: (fault) =>
      new Breach({
        message: `${called} crashes on ${wordsOf(run)}: ${told(fault)}; a model it cannot judge does not survive`,
      }),
  }).pipe(
    Effect.tap((verdicts) => {
      const flaw = miscounted(verdicts, results);
      return breachOf(flaw === null ? null : `${called} ${flaw}`);
    }),
  );
}

function wordsOf({ results }: Judgement): string {
  const isBare = results.every(({ mcsAuc }) => mcsAuc === null);
  const many = results.length === 1 ? "one model" : `${results.length} models`;
  return isBare ? `${many} that could not be calibrated, with null where a number is missing` : many;
}

const onEach = Effect.fnUntraced(function* (
  gates: Gates,
  runs: ReadonlyArray<Judgement>,
  flawOf: (verdicts: ReadonlyArray<Verdict>, made: Made) => string | null,
) {
  const set = yield* made(gates);
  for (const run of runs) {
    const flaw = flawOf(yield* judged(gates, set, copied(run)), set);
    yield* breachOf(flaw === null ? null : `${gates.called} ${flaw}`);
  }
});

const isPure = Effect.fnUntraced(function* (gates: Gates, runs: ReadonlyArray<Judgement>) {
  const on = (set: Made) => (run: Judgement) => Effect.map(judged(gates, set, copied(run)), portrait);
  const set = yield* made(gates);
  const first = yield* elsewhere(1, Effect.forEach(runs, on(set)));
  const again = yield* elsewhere(2, Effect.forEach([...runs].reverse(), on(set)));
  const anew = yield* elsewhere(
    2,
    Effect.flatMap(made(gates), (set) => Effect.forEach(runs, on(set))),
  );
  for (const other of [again.toReversed(), anew]) {
    const at = first.findIndex((verdicts, i) => firstDifference(verdicts, other[i] ?? new Map()) !== null);
    const where = at < 0 ? null : firstDifference(first[at] ?? new Map(), other[at] ?? new Map());
    yield* breachOf(
      where === null
        ? null
        : `${gates.called} judges the same run otherwise another time (verdicts${where.startsWith("[") ? "" : "."}${where}); judge by what it is given alone, and draw by its random`,
    );
  }
});

const leavesResults = Effect.fnUntraced(function* (gates: Gates, runs: ReadonlyArray<Judgement>) {
  const set = yield* made(gates);
  for (const run of runs.map(copied)) {
    const before = portrait(run);
    yield* judged(gates, set, run);
    const changed = firstDifference(before, portrait(run));
    yield* breachOf(
      changed === null
        ? null
        : `${gates.called} changes ${changed} of what it judges, which other gate sets judge too; copy what it changes`,
    );
  }
});
