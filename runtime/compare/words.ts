import type { Difference } from "../directory/mod.ts";
import { MODEL_HEAD, memoryWords, modelRows } from "./_model_words.ts";
import type { Change, ModelComparison } from "./_models.ts";
import type { ListDifference } from "./_named_lists.ts";
import type { Comparison } from "./compare.ts";

/** A part of a comparison for people: a table, or lines. */
export interface Section {
  readonly title: string;
  readonly head: ReadonlyArray<string>;
  readonly rows: ReadonlyArray<ReadonlyArray<string>>;
  readonly lines: ReadonlyArray<string>;
}

/** A comparison in words, the models first. */
export function sections(found: Comparison): ReadonlyArray<Section> {
  return [
    {
      title: "Models",
      head: MODEL_HEAD,
      rows: found.models.flatMap(modelRows),
      lines: memoryWords(found.models),
    },
    { title: "Judgements", head: JUDGED_HEAD, rows: found.models.map(judgedRow), lines: [] },
    { title: "What changed, and what cannot be told", head: [], rows: [], lines: changes(found) },
    differing("Config", "Path", found.config, found.lists.flatMap(listWords)),
    differing("Inputs", "Input", found.inputs.map(shortHashes)),
    differing("Plugins", "Plugin", found.plugins),
    differing("Versions", "Of", found.versions, followsSeed(found) ? [FOLLOWS_SEED] : []),
  ];
}

const ABSENT = "—";
const JUDGED_HEAD = ["Model", "Verdict", "Outcome recall", "Tier", "Rank", "Passes"];

function judgedRow({
  model,
  verdict,
  outcomeRecall,
  tier,
  rank,
  survives,
}: ModelComparison): ReadonlyArray<string> {
  return [model, ...[verdict, outcomeRecall, tier, rank, survives].map(changeWords)];
}

/** `detected → bounded`, or the one value of both. */
function changeWords({ a, b }: Change<string | number | boolean>): string {
  const [was, is] = [a, b].map((value) => (value === null ? ABSENT : plain(value)));
  return was === is ? `${was}` : `${was} → ${is}`;
}

function plain(value: string | number | boolean): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}

/** A sentence for each thing that is not as it was, and for each that cannot be told. */
function changes({ models, notes }: Comparison): ReadonlyArray<string> {
  const areOthers = models.some(({ in: where }) => where !== "both");
  const lines = [...models.flatMap((model) => modelChanges(model, areOthers)), ...notes];
  return lines.length === 0 ? ["No verdict, tier or rank"] : lines;
}

/** @param areOthers Whether a model stands in one run only: places among others say less then. */
function modelChanges(found: ModelComparison, areOthers: boolean): ReadonlyArray<string> {
  const { model, test, rows, verdict, outcomeRecall, tier, rank, survives } = found;
  const was = <A>(what: string, { a, b, changed }: Change<A>, note = "") =>
    changed ? [`${model}: ${what} was ${a} and is ${b}${note}`] : [];
  const among = areOthers ? ", among other models" : "";
  const left =
    rows.changed === null || rows.changed === 0
      ? []
      : [`${model}: ${rows.changed} shared rows are left out, their target or date being another`];
  return [
    ...(test.value === null ? [`${model}: not compared, ${test.reason}`] : []),
    ...(test.value?.interval.value === null ? [`${model}: no interval, ${test.value.interval.reason}`] : []),
    ...left,
    ...dateless(found),
    ...was("the verdict", verdict),
    ...was("outcome recall", outcomeRecall),
    ...was("the tier", tier, among),
    ...was("the rank", rank, among),
    ...(survives.changed ? [`${model}: ${survives.b ? "now passes" : "no longer passes"} the gates`] : []),
  ];
}

/** Where nothing lies after the cutoff, its reason tells of them. */
function dateless({ model, test, rows: { undated } }: ModelComparison): ReadonlyArray<string> {
  if (test.value === null || undated === null || undated === 0) return [];
  return [`${model}: ${undated} shared rows without a date do not count as after the cutoff`];
}

function differing(
  title: string,
  what: string,
  found: ReadonlyArray<Difference>,
  lines: ReadonlyArray<string> = [],
): Section {
  const rows = found.map(({ path, was, is }) => [path, was ?? ABSENT, is ?? ABSENT]);
  const isSame = rows.length + lines.length === 0;
  return { title, head: [what, "A", "B"], rows, lines: isSame ? ["The same in both runs"] : lines };
}

/** `reports: html only in A`. */
function listWords({ path, onlyA, onlyB, isReordered }: ListDifference): ReadonlyArray<string> {
  const others = onlyA.length + onlyB.length === 0 ? "" : "the others ";
  return [
    ...(onlyA.length === 0 ? [] : [`${path}: ${onlyA.join(", ")} only in A`]),
    ...(onlyB.length === 0 ? [] : [`${path}: ${onlyB.join(", ")} only in B`]),
    ...(isReordered ? [`${path}: ${others}in another order`] : []),
  ];
}

const FOLLOWS_SEED = "The provider is another with the seed: its options, plugin and inputs are the same";

/** What answers may have the seed's coins in it, as embedded models do. */
function followsSeed({ config, inputs, plugins, versions }: Comparison): boolean {
  const isOther = (found: ReadonlyArray<Difference>, part: RegExp) =>
    found.some(({ path }) => part.test(path));
  return (
    isOther(versions, /^provider$/) &&
    isOther(config, /^seed$/) &&
    ![...config, ...plugins].some(({ path }) => /^provider\b/.test(path)) &&
    inputs.length === 0
  );
}

function shortHashes({ path, was, is }: Difference): Difference {
  return { path, was: was?.slice(0, 16) ?? null, is: is?.slice(0, 16) ?? null };
}
