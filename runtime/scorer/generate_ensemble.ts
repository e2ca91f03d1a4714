import type { FileSystem, Path } from "@effect/platform";
import { Effect, Either } from "effect";
import {
  Answers,
  type AskError,
  EnsembleError,
  type Outcome,
  type Question,
} from "../../plugins/contract/mod.ts";
import {
  type Decision,
  type Draw,
  type Ensemble,
  type EnsembleSpec,
  ensembleRefusal,
  reduceDraws,
} from "../../stages/math/mod.ts";
import { atDesk, type ScorerError } from "./desk.ts";
import { lostDraw, UNSENT } from "./lost_draw.ts";
import { makeDesk } from "./make_desk.ts";
import type { ProviderChoice } from "./provider_choice.ts";
import { countsOf } from "./score_ensemble.ts";
import { AskSettings, type AskSettingsGiven, readSettings } from "./settings.ts";
import { checkedSpec } from "./spec.ts";
import { type EarlyStopping, mayStop, sequentialScore } from "./stopping.ts";
import { type Drawn, inWaves } from "./waves.ts";

/** What to draw, of whom, and how to read a draw. */
export interface GenerateOptions extends AskSettingsGiven {
  readonly provider: ProviderChoice;
  readonly prompt: string;
  readonly spec: EnsembleSpec;
  /** What a draw decides; a draw on which it throws counts as `projection`. */
  readonly decide: (content: string) => Decision;
  /** Named numbers that a draw states, the same names in every draw. */
  readonly components?: (content: string) => Readonly<Record<string, number>>;
  readonly stopEarly?: EarlyStopping;
}

type DrawOutcome =
  | { readonly ok: true; readonly draw: Draw }
  | { readonly ok: false; readonly reason: string; readonly isLost: boolean };

/** Draws answers to a prompt in waves, within the specification's budgets, and reduces them to what they agree on. */
export function generateEnsemble(
  options: GenerateOptions,
): Effect.Effect<Ensemble, ScorerError | EnsembleError, FileSystem.FileSystem | Path.Path> {
  return Effect.gen(function* () {
    const { provider, prompt, spec, decide, components, stopEarly, ...given } = options;
    const settings = yield* readSettings(AskSettings, given, "generateEnsemble");
    const checked = yield* checkedSpec(spec, null);
    const desk = yield* makeDesk(provider, settings);
    const { model } = settings;
    const limits = { requests: checked.maxTotalRequests, forbiddenEnds: true };
    const isEnough = (drawn: ReadonlyArray<Drawn<DrawOutcome>>) =>
      stopEarly !== undefined && mayEnd(drawn, checked, stopEarly);
    const draw = (index: number) =>
      drawOnce(questionOf(model, prompt, { spec: checked, index }), { decide, components });
    const drawn = yield* atDesk(
      desk,
      `Cannot draw from "${model}"`,
      limits,
    )(inWaves({ spec: checked, draw, isEnough }));
    return yield* reduced(drawn, checked);
  });
}

function questionOf(
  model: string,
  prompt: string,
  { spec: { maxTokens, temperature }, index }: { readonly spec: EnsembleSpec; readonly index: number },
): Question {
  return {
    model,
    prompt,
    draw: index,
    ...(maxTokens === null ? {} : { maxTokens }),
    ...(temperature === null ? {} : { temperature }),
  };
}

interface Projection {
  readonly decide: GenerateOptions["decide"];
  readonly components: GenerateOptions["components"];
}

function drawOnce(question: Question, projection: Projection): Effect.Effect<DrawOutcome, AskError, Answers> {
  const asked = Effect.flatMap(Answers, ({ one }) => one(question));
  return Effect.catchTag(
    Effect.map(asked, (outcome) => toOutcome(outcome, projection)),
    "BudgetReached",
    () => Effect.succeed(UNSENT),
  );
}

function toOutcome(outcome: Outcome, { decide, components }: Projection): DrawOutcome {
  if (outcome._tag === "Failed") return lostDraw(outcome);
  const { text: content } = outcome.answer;
  return Either.match(
    Either.try((): Draw => {
      const decision = decide(content);
      return components === undefined
        ? { content, decision }
        : { content, decision, components: components(content) };
    }),
    {
      onLeft: (): DrawOutcome => ({ ok: false, reason: "projection", isLost: false }),
      onRight: (draw): DrawOutcome => ({ ok: true, draw }),
    },
  );
}

function mayEnd(
  drawn: ReadonlyArray<Drawn<DrawOutcome>>,
  spec: EnsembleSpec,
  stopEarly: EarlyStopping,
): boolean {
  const draws = drawn.flatMap(({ wave, value }) =>
    value.ok ? [{ wave, decision: value.draw.decision, p: null }] : [],
  );
  return draws.length >= spec.minParsed && mayStop(sequentialScore(draws, spec), stopEarly);
}

function reduced(
  drawn: ReadonlyArray<Drawn<DrawOutcome>>,
  spec: EnsembleSpec,
): Effect.Effect<Ensemble, EnsembleError> {
  const usable = drawn.flatMap(({ wave, value }) => (value.ok ? [{ wave, draw: value.draw }] : []));
  const failed = drawn.flatMap(({ value }) => (value.ok ? [] : [value]));
  const lost = failed.filter(({ isLost }) => isLost).length;
  const failCounts = Object.fromEntries(countsOf(failed.map(({ reason }) => reason)));
  const refusal = ensembleRefusal(spec, {
    requested: drawn.length,
    parsed: usable.length,
    failCounts: { transport: lost },
  });
  if (refusal !== null) {
    const found = failed.length === 0 ? "" : ` (${JSON.stringify(failCounts)})`;
    return new EnsembleError({ message: `Cannot reduce the draws: ${refusal}${found}` });
  }
  return Effect.try({
    try: () =>
      reduceDraws(
        usable.map(({ draw }) => draw),
        spec,
        { waves: usable.map(({ wave }) => wave), nRequested: drawn.length, failCounts },
      ),
    catch: (error) => new EnsembleError({ message: error instanceof Error ? error.message : String(error) }),
  });
}
