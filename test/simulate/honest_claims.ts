import { honestVerdicts } from "../../plugins/gates/honest.ts";
import { type Random, random } from "../../stages/math/mod.ts";
import { type AskedRow, day, resultsOf } from "../plugins/gates/_rows.ts";
import { judgementOf } from "../plugins/report/_results.ts";
import type { SimulatedRow } from "./ranking.ts";

/** How much to simulate. */
export interface HonestSimulation {
  /** Worlds; 500 unless given. */
  readonly runs?: number;
  readonly seed?: number;
}

const MODELS = Array.from({ length: 8 }, (_, i) => `m${i}`);
const CUTOFF = day(-1);
const DAYS = 60;
const ROWS_A_DAY = 5;

/**
 * Eight models as good as always saying up, on days that go up with a chance of their own: how often the gate set
 * `honest` lets any of them through.
 */
export function simulateHonestClaims({
  runs = 500,
  seed = 0,
}: HonestSimulation = {}): ReadonlyArray<SimulatedRow> {
  const draw = random(seed, "simulate/honest claims");
  const cutoffs = new Map(MODELS.map((model) => [model, CUTOFF]));
  let claimed = 0;
  for (let run = 0; run < runs; run++) {
    const results = resultsOf(MODELS, equalWorld(draw));
    const verdicts = honestVerdicts(judgementOf(results, { cutoffs, resamples: 1, random: () => draw }));
    claimed += Number(verdicts.some(({ survives }) => survives));
  }
  return [
    {
      name: "eight equal models under `honest`: any survivor",
      value: claimed / runs,
      runs,
      promised: [0, 0.05],
    },
  ];
}

/** A day before the cutoff that goes up, then days with a chance each; models are right as often as up is. */
function equalWorld(draw: Random): ReadonlyArray<AskedRow> {
  const first: AskedRow = { date: CUTOFF, target: 1, said: MODELS.map(() => 1) };
  const chances = Array.from({ length: DAYS }, () => 0.53 + (draw() < 0.5 ? 0.2 : -0.2));
  const rows = chances.flatMap((chance, date) =>
    Array.from({ length: ROWS_A_DAY }, (): AskedRow => {
      const target = draw() < chance ? 1 : -1;
      const wrong = target === 1 ? -1 : 1;
      return { date: day(date), target, said: MODELS.map(() => (draw() < chance ? target : wrong)) };
    }),
  );
  return [first, ...rows];
}
