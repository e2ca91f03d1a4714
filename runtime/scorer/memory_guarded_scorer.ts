import type { FileSystem, Path } from "@effect/platform";
import { Effect } from "effect";
import {
  type CalibrationError,
  type CalibratorMismatch,
  type ConfigError,
  calibratorPins,
  type InputError,
  type PluginError,
} from "../../plugins/contract/mod.ts";
import { readAnswer } from "../../stages/answer/mod.ts";
import { calibrateAt } from "./calibration.ts";
import { type Corpus, promptSet } from "./corpus.ts";
import type { ScorerError } from "./desk.ts";
import type { AnswerParser } from "./guarded_score.ts";
import { checkPins, loadSaved } from "./load_saved.ts";
import { makeDesk } from "./make_desk.ts";
import type { ProviderChoice } from "./provider_choice.ts";
import { makeScorer, type MemoryGuardedScorer as Scorer } from "./scorer.ts";
import {
  CalibrateSettings,
  type CalibrateSettingsGiven,
  LoadSettings,
  type LoadSettingsGiven,
  readSettings,
} from "./settings.ts";

interface HowToAsk {
  readonly provider: ProviderChoice;
  /** Reads an answer; the product's own grammar unless given, null where answers are not to be read. */
  readonly parser?: AnswerParser | null;
}

/** What a scorer is calibrated on, and how it asks. */
export interface CalibrateScorerOptions extends CalibrateSettingsGiven, HowToAsk {
  /** Prompts dated before the model's training cutoff. */
  readonly isMemorized: Corpus;
  /** Prompts dated after it. */
  readonly oosControl: Corpus;
}

/** How a scorer that was saved asks: as it did. */
export interface LoadScorerOptions extends LoadSettingsGiven, HowToAsk {}

type Needs = FileSystem.FileSystem | Path.Path;

export type MemoryGuardedScorer = Scorer;

/** Makes scorers: a prompt in, `p_memorized` and a discounted confidence out. */
export const MemoryGuardedScorer: {
  /** Asks a model both corpora and fits its calibrator. */
  readonly calibrate: (
    options: CalibrateScorerOptions,
  ) => Effect.Effect<Scorer, ScorerError | CalibrationError, Needs>;
  /** Takes up a calibration that a scorer or a run saved; it may judge no other answers than those it was made of. */
  readonly load: (
    path: string,
    options: LoadScorerOptions,
  ) => Effect.Effect<
    Scorer,
    ScorerError | CalibrationError | CalibratorMismatch | ConfigError | InputError | PluginError,
    Needs
  >;
} = {
  calibrate: ({ provider, parser = readAnswer, isMemorized, oosControl, ...given }) =>
    Effect.gen(function* () {
      const settings = yield* readSettings(CalibrateSettings, given, "calibrate");
      const { model, referenceModel, cutoff } = settings;
      const desk = yield* makeDesk(provider, settings);
      const plan = { ...settings, isMemorized: promptSet(isMemorized), oosControl: promptSet(oosControl) };
      const calibrated = yield* calibrateAt(desk, plan);
      const pins = calibratorPins(desk.provider.identity, {
        sampling: desk.asking.sampling,
        referenceModel,
      });
      return makeScorer({ ...calibrated, model, pins, parser, cutoff, desk });
    }),
  load: (path, { provider, parser = readAnswer, ...given }) =>
    Effect.gen(function* () {
      const settings = yield* readSettings(LoadSettings, given, "load");
      const { referenceModel, cutoff } = settings;
      const saved = yield* loadSaved(path, settings.model ?? null);
      const desk = yield* makeDesk(provider, settings);
      const { sampling } = desk.asking;
      yield* checkPins(saved, calibratorPins(desk.provider.identity, { sampling, referenceModel }), path);
      return makeScorer({ ...saved, parser, cutoff, desk });
    }),
};
