import { Array as Arr, Effect, Either } from "effect";
import {
  type AnyStage,
  Issue,
  orderProblems,
  type Pipeline,
  Schema,
  suggestion,
} from "../../plugins/contract/mod.ts";
import { stages as builtIn, standard } from "../../stages/mod.ts";
import { type Origin, readUse } from "../plugins/mod.ts";
import { decodeOptions } from "./_decode_options.ts";
import { type Issues, useAt, valueAt } from "./_use_at.ts";
import { type Chosen, findStage } from "./registry.ts";
import type { Path, Source } from "./source.ts";

/** The stages of a config in a sound order. */
export interface Order {
  readonly pipeline: Pipeline;
  /** Options of the pipeline's stages, in their order. */
  readonly stageOptions: ReadonlyArray<unknown>;
  /** Where they come from, in their order. */
  readonly stageOrigins: ReadonlyArray<Origin>;
}

/** The stages that a config names, or the standard ones. */
export const chooseStages = Effect.fnUntraced(function* (source: Source) {
  const given = valueAt(source.value, ["stages"]);
  if (!Array.isArray(given)) return standardOrder();
  const placed = yield* Effect.forEach(given, (_, i) => placeStage(source, ["stages", i]));
  const [broken, chosen] = Arr.separate(placed.map(({ chosen }) => chosen));
  const issues = [...broken.flat(), ...orderIssues(placed)];
  return issues.length > 0 ? yield* Effect.fail(issues) : toOrder(chosen);
});

function toOrder(chosen: ReadonlyArray<Chosen<AnyStage>>): Order {
  return {
    pipeline: { stages: chosen.map(({ item }) => item) },
    stageOptions: chosen.map(({ options }) => options),
    stageOrigins: chosen.map(({ origin }) => origin),
  };
}

/** A stage as the config places it, as far as it could be made out. */
interface Placed {
  readonly at: string;
  readonly chosen: Either.Either<Chosen<AnyStage>, Issues>;
  /** The stage that was meant; null where nobody can tell what it needs and gives. */
  readonly meant: AnyStage | null;
}

const placeStage = Effect.fnUntraced(function* (source: Source, path: Path) {
  const at = source.at(path);
  const use = useAt(source, path);
  if (Either.isLeft(use)) return { at, chosen: Either.left(use.left), meant: null } satisfies Placed;
  const { name, namePath } = use.right;
  const found = yield* Effect.either(findStage(name, { at: source.at(namePath), config: source.name }));
  const chosen = Either.flatMap(Either.mapLeft(found, Arr.of), ({ item, origin }) =>
    Either.map(decodeOptions(item, source, use.right), (options) => ({ item, origin, options })),
  );
  const meant = Either.match(found, { onLeft: () => misspelt(name), onRight: ({ item }) => item });
  return { at, chosen, meant } satisfies Placed;
});

/** A misspelt name counts as the stage that was meant, so that one slip is one error. */
function misspelt(name: string): AnyStage | null {
  if (readUse(name).kind !== "built-in") return null;
  const names = builtIn.map(({ name }) => name);
  const meant = suggestion(name, names);
  return builtIn.find(({ name }) => name === meant) ?? null;
}

/** Stages out of place; none are told where a stage could not be made out, since it may give what others need. */
function orderIssues(placed: ReadonlyArray<Placed>): Issues {
  const stages = placed.flatMap(({ meant }) => (meant === null ? [] : [meant]));
  if (stages.length < placed.length) return [];
  return orderProblems(stages, builtIn).map(
    ({ index, says, wayOut }) => new Issue({ at: placed[index]?.at ?? "", says: `${says}; ${wayOut}` }),
  );
}

function standardOrder(): Order {
  const stageOptions = standard.stages.map((stage) => Schema.decodeUnknownSync(stage.options)({}));
  const stageOrigins = standard.stages.map(({ name }) => ({ use: name }));
  return { pipeline: standard, stageOptions, stageOrigins };
}
