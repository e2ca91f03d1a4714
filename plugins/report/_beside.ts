import type { Judged, Report, Verdict } from "../contract/mod.ts";
import { visible } from "./_text.ts";

/** Places of a top three. */
export const PLACES = 3;

/** The best survivors of a gate set. */
export function picked({ order, verdicts }: Pick<Judged, "order" | "verdicts">): ReadonlyArray<Verdict> {
  return order
    .flatMap((index) => verdicts[index] ?? [])
    .filter(({ survives }) => survives)
    .slice(0, PLACES);
}

/** The place of each model among the survivors, 1 the best, in the order of the models; none of a model that gates removed. */
export function ranksOf({
  order,
  verdicts,
}: Pick<Judged, "order" | "verdicts">): ReadonlyArray<number | null> {
  const survivors = order.filter((index) => verdicts[index]?.survives);
  return verdicts.map(({ survives }, index) => (survives ? survivors.indexOf(index) + 1 : null));
}

/** What every other gate set would have said, a line each: `classic would have picked: parrot, skimmer`. */
export function besideLines({ beside }: Pick<Report, "beside">, say = visible): ReadonlyArray<string> {
  return beside.map((judged) => {
    const models = picked(judged).map(({ model }) => say(model));
    const name = say(judged.gates.name);
    return models.length === 0
      ? `${name} would have picked no model`
      : `${name} would have picked: ${models.join(", ")}`;
  });
}

/** What the run's own gate set says of each model in words, best first; empty where it has no words. */
export function verdictWords({
  order,
  verdicts,
}: Pick<Report, "order" | "verdicts">): ReadonlyArray<Verdict> {
  return order.flatMap((index) => verdicts[index] ?? []).filter(({ says = [] }) => says.length > 0);
}
