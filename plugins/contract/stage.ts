import type { FileSystem, Path } from "@effect/platform";
import { type Effect, Either, type Stream } from "effect";
import { ConfigError, type InputError, Issue, type RunError } from "./errors.ts";
import type { GateSet, OtherGates } from "./gate_set.ts";
import type { Provenance, ReportWriters } from "./report.ts";
import type { Schema } from "./schema.ts";
import type { Answers, Inputs, Output, Progress, Question, Seed } from "./services.ts";

/** A named value that passes between stages. */
export interface Artifact<Key extends string, A> {
  readonly key: Key;
  /** Carries the type only. */
  readonly _A?: (_: never) => A;
}

/**
 * Names a value that passes between stages.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { artifact } from "recall-guard/plugin";
 *
 * const Headlines = artifact<ReadonlyArray<string>>()("headlines");
 * assert.equal(Headlines.key, "headlines");
 * ```
 */
export function artifact<A>() {
  return <const Key extends string>(key: Key): Artifact<Key, A> => ({ key });
}

/** What stages and plugins may use of the platform. */
export type PluginEnv = FileSystem.FileSystem | Path.Path;

/** All that a stage can ask for. */
export type StageEnv =
  | Answers
  | GateSet
  | OtherGates
  | ReportWriters
  | Seed
  | Inputs
  | Output
  | Progress
  | Provenance
  | PluginEnv;

type AnyArtifact = Artifact<any, any>;
type Value<X> = X extends Artifact<string, infer A> ? A : never;
/** The values of artifacts by key. */
export type Values<X extends AnyArtifact> = { readonly [A in X as A["key"]]: Value<A> };

/** A step of the pipeline: what it needs, what it gives, and how. */
export interface Stage<
  In extends AnyArtifact,
  Out extends AnyArtifact,
  Err extends RunError,
  Req extends StageEnv,
  Opt = any,
  Name extends string = string,
> {
  readonly kind: "stage";
  readonly name: Name;
  readonly needs: ReadonlyArray<In>;
  readonly gives: ReadonlyArray<Out>;
  /** Decodes what the config writes under `with:`. */
  readonly options: Schema.Schema<Opt, any>;
  /** It asks nothing and writes nothing, so `check` runs it too. */
  readonly dry?: boolean;
  /** What it will ask where every model does well, as far as that can be told from what is known; for `plan`. */
  readonly asks?: (known: Partial<Values<In>>, options: Opt) => Stream.Stream<Question, InputError>;
  /** What it will give where every model does well; for `plan`. */
  readonly foresees?: (known: Partial<Values<In>>, options: Opt) => Partial<Values<Out>>;
  readonly run: (inputs: Values<In>, options: Opt) => Effect.Effect<Values<Out>, Err, Req>;
}
/** A stage whatever it needs, gives and asks for. */
export type AnyStage = Stage<any, any, any, any>;

/**
 * Declares a stage. The one declaration gives the types, the order check at compile time and from a config, and the
 * table that `check` prints.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { Effect } from "effect";
 * import { artifact, defineStage, EvalSet, Schema } from "recall-guard/plugin";
 *
 * const Size = artifact<number>()("size");
 * const measure = defineStage({
 *   name: "measure",
 *   needs: [EvalSet],
 *   gives: [Size],
 *   options: Schema.Struct({}),
 *   run: ({ evalSet }) => Effect.succeed({ size: evalSet.size }),
 * });
 * assert.equal(measure.name, "measure");
 * ```
 */
export function defineStage<
  const Name extends string,
  Out extends AnyArtifact,
  Err extends RunError,
  Req extends StageEnv,
  Opt,
  In extends AnyArtifact = never,
>(stage: Omit<Stage<In, Out, Err, Req, Opt, Name>, "kind">): Stage<In, Out, Err, Req, Opt, Name> {
  return { kind: "stage", ...stage };
}

type KeyOf<X extends AnyArtifact> = X["key"];
type Missing<S extends AnyStage, Have extends string> = Exclude<KeyOf<S["needs"][number]>, Have>;
type Again<S extends AnyStage, Have extends string> = KeyOf<S["gives"][number]> & Have;
type Problem<S extends AnyStage, Have extends string> = [Missing<S, Have>] extends [never]
  ? [Again<S, Have>] extends [never]
    ? never
    : `Stage "${S["name"]}" gives "${Again<S, Have>}" a second time`
  : `Stage "${S["name"]}" needs "${Missing<S, Have>}", which no earlier stage gives`;

/** What every pipeline starts from. */
const FIRST = ["study", "instrument"] as const;
type First = (typeof FIRST)[number];

/** The same tuple when the order is sound; otherwise the first misplaced stage becomes a sentence. */
export type Ordered<S extends ReadonlyArray<AnyStage>, Have extends string = First> = S extends readonly [
  infer H extends AnyStage,
  ...infer T extends ReadonlyArray<AnyStage>,
]
  ? [Problem<H, Have>] extends [never]
    ? readonly [H, ...Ordered<T, Have | KeyOf<H["gives"][number]>>]
    : readonly [Problem<H, Have>, ...T]
  : S;

/** Stages in an order that holds. */
export interface Pipeline<Err = RunError, Req = StageEnv> {
  readonly stages: ReadonlyArray<AnyStage>;
  /** Carries the types only. */
  readonly _E?: (_: never) => Err;
  readonly _R?: (_: never) => Req;
}

type ErrorOf<S extends AnyStage> = Effect.Effect.Error<ReturnType<S["run"]>>;
type EnvOf<S extends AnyStage> = Effect.Effect.Context<ReturnType<S["run"]>>;

/**
 * Puts stages in order; a stage that needs what no earlier one gives does not compile, and the type error says so
 * in a sentence. Every pipeline starts from the artifacts `study` and `instrument`.
 */
export function pipeline<const S extends ReadonlyArray<AnyStage>>(
  ...stages: S extends Ordered<S> ? S : Ordered<S>
): Pipeline<ErrorOf<S[number]>, EnvOf<S[number]>>;
export function pipeline(...stages: ReadonlyArray<AnyStage>): Pipeline {
  return { stages };
}

/** A stage out of place: its index, the sentence that the compiler would say, and what to do about it. */
export interface OrderProblem {
  readonly index: number;
  readonly says: string;
  readonly wayOut: string;
}

/**
 * Every stage out of place in a list known only at run time, in order.
 *
 * @param known Stages that are not in the list but could be, for the way out.
 */
export function orderProblems(
  stages: ReadonlyArray<AnyStage>,
  known: ReadonlyArray<AnyStage> = [],
): ReadonlyArray<OrderProblem> {
  const have = new Set<string>(FIRST);
  const problems: Array<OrderProblem> = [];
  for (const [index, stage] of stages.entries()) {
    for (const key of keys(stage.needs)) {
      if (!have.has(key)) problems.push(missing(index, stage, key, stages, known));
    }
    for (const key of keys(stage.gives)) {
      if (have.has(key)) problems.push(again(index, stage, key));
      have.add(key);
    }
  }
  return problems;
}

/**
 * Puts a list of stages known only at run time in a pipeline, by the rule of {@link pipeline} and with its sentences.
 *
 * @param positions Where each stage stands, such as `run.yaml:12:5`.
 */
export function assemble(
  stages: ReadonlyArray<AnyStage>,
  positions: ReadonlyArray<string> = [],
): Either.Either<Pipeline, ConfigError> {
  const problems = orderProblems(stages);
  if (problems.length === 0) return Either.right({ stages });
  const issues = problems.map(
    ({ index, says, wayOut }) => new Issue({ at: positions[index] ?? "", says: `${says}; ${wayOut}` }),
  );
  return Either.left(new ConfigError({ issues }));
}

function keys(artifacts: ReadonlyArray<AnyArtifact>): ReadonlyArray<string> {
  return artifacts.map(({ key }) => key);
}

function missing(
  index: number,
  stage: AnyStage,
  key: string,
  stages: ReadonlyArray<AnyStage>,
  known: ReadonlyArray<AnyStage>,
): OrderProblem {
  const gives = (other: AnyStage) => keys(other.gives).includes(key);
  const later = stages.find((other, i) => i > index && gives(other));
  const absent = known.find(gives);
  return {
    index,
    says: `Stage "${stage.name}" needs "${key}", which no earlier stage gives`,
    wayOut:
      later !== undefined
        ? `put "${later.name}" before it`
        : absent !== undefined
          ? `add "${absent.name}" before it`
          : `add a stage that gives "${key}" before it`,
  };
}

function again(index: number, stage: AnyStage, key: string): OrderProblem {
  return {
    index,
    says: `Stage "${stage.name}" gives "${key}" a second time`,
    wayOut: "remove it or the earlier one",
  };
}
