import { Effect, Stream } from "effect";
import { calibratorPins } from "../../plugins/contract/mod.ts";
import { readAnswer } from "../../stages/answer/mod.ts";
import { loadCutoffs, promptRows } from "../../stages/mod.ts";
import { toAsking } from "../answers/mod.ts";
import { configDesk } from "./config_desk.ts";
import { type ConfigFile, configLayers } from "./config_layers.ts";
import type { GuardedScore } from "./guarded_score.ts";
import { checkPins, loadSaved } from "./load_saved.ts";
import { makeScorer } from "./scorer.ts";

/** What to score, with what. */
export interface ScorePromptsOptions<E, R> extends ConfigFile {
  readonly calibrators: string;
  readonly model: string;
  /** A directory that keeps the answers, so that scoring can go on where it stopped; null to keep none. */
  readonly journal: string | null;
  /** JSONL rows with the key `prompt`, and `metadata.date` where they have one. */
  readonly prompts: Stream.Stream<Uint8Array, E, R>;
  /** What a mistake in a row is told by. */
  readonly name: string;
}

/** Scores of prompts as they come, in their order, one JSON line each. */
export function scorePrompts<E, R>(options: ScorePromptsOptions<E, R>) {
  const lines = Effect.gen(function* () {
    const { calibrators, model, journal, prompts, name } = options;
    const { spec, study, layers } = yield* configLayers(options);
    const saved = yield* loadSaved(calibrators, model);
    const opened = Effect.gen(function* () {
      const cutoff = (yield* loadCutoffs(study.inputs.cutoffs)).get(model)?.date ?? null;
      const desk = yield* configDesk(toAsking(spec.config, study.request), journal);
      return { cutoff, desk };
    });
    const { cutoff, desk } = yield* Effect.provide(opened, layers);
    const asked = { sampling: study.request, referenceModel: study.referenceModel };
    yield* checkPins(saved, calibratorPins(desk.provider.identity, asked), calibrators);
    const scorer = makeScorer({ ...saved, parser: readAnswer, cutoff, desk });
    return Stream.map(scorer.scoreStream(promptRows(prompts, name)), (score) => lineOf(model, score));
  });
  return Stream.unwrapScoped(lines);
}

const LONGEST = 400;

function lineOf(model: string, score: GuardedScore): string {
  return `${JSON.stringify({
    model,
    prompt_hash: score.promptHash,
    parse_ok: score.parseOk,
    signal: score.signal,
    raw_confidence: score.rawConfidence,
    p_memorized: score.pMemorized,
    memguard_confidence: score.memguardConfidence,
    features: score.features,
    fail_reason: score.failReason,
    detail: score.detail === null ? null : [...score.detail.slice(0, 2 * LONGEST)].slice(0, LONGEST).join(""),
    marks: score.marks,
    before_cutoff: score.beforeCutoff,
  })}\n`;
}
