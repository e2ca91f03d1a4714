/** Every simulation at full size, printed as the rows of a table: `npm run simulate`. */
import { expect, it } from "vitest";
import { broken, rowLine } from "./_row_line.ts";
import { simulateCorrections } from "./corrections.ts";
import { simulateEmbedded } from "./embedded.ts";
import { simulateHonestClaims } from "./honest_claims.ts";
import { simulatePrevalence } from "./prevalence.ts";
import { type SimulatedRow, simulateRanking } from "./ranking.ts";
import { simulateSeparation } from "./separation.ts";

type Simulation = () => ReadonlyArray<SimulatedRow> | Promise<ReadonlyArray<SimulatedRow>>;

const EVERY: Readonly<Record<string, Simulation>> = {
  embedded: simulateEmbedded,
  corrections: simulateCorrections,
  prevalence: simulatePrevalence,
  "honest claims": simulateHonestClaims,
  ranking: simulateRanking,
  separation: simulateSeparation,
};

it.each(Object.entries(EVERY))("%s keeps what the method promises", async (_, simulate) => {
  const rows = await simulate();
  console.log(rows.map(rowLine).join("\n"));

  expect(broken(rows)).toEqual([]);
});
