import { Effect } from "effect";
import type { ModelVerdict } from "../../plugins/contract/mod.ts";
import {
  BLIND_FEATURES,
  type BlindSeparation,
  blind,
  blindCovariates,
  overlapWeightedAuc,
  type Random,
  type Separation,
  separation,
  verdict,
} from "../../stages/math/mod.ts";
import type { CorpusFeatures } from "../../stages/mod.ts";

/** A corpus as it was asked: its prompts, their dates, and what was measured of the answers. */
export interface AskedCorpus {
  readonly prompts: ReadonlyArray<string>;
  readonly dates: ReadonlyArray<string | null>;
  readonly measured: CorpusFeatures;
}

/** The two corpora of a calibration. */
export interface AskedCorpora {
  readonly members: AskedCorpus;
  readonly controls: AskedCorpus;
}

/** What may be said of a model after its calibration: the one verdict that holds, with the numbers behind it. */
export function judgeCalibration(
  corpora: AskedCorpora,
  random: (label: string) => Random,
): Effect.Effect<ModelVerdict> {
  return Effect.sync(() => {
    const { members, controls } = corpora;
    const found = separation(
      {
        members: members.measured.table,
        controls: controls.measured.table,
        memberGroups: datesOf(members),
        controlGroups: datesOf(controls),
      },
      { random: random("separation") },
    );
    const looks = lookOf(corpora, random("blind"));
    return verdict({
      instrumentFailure: null,
      model: found.ok ? numbersOf(found.separation) : { reason: found.reason },
      blind: looks === null ? null : looks.auc,
      overlap:
        found.ok && looks?.isSeparable === true
          ? overlapOf(found.separation, corpora, random("overlap"))
          : null,
    });
  });
}

function numbersOf({ auc, permutation, minDetectable, plan }: Separation) {
  return { auc, p: permutation.p, minDetectable, fewDates: plan.fewGroups };
}

function lookOf({ members, controls }: AskedCorpora, random: Random): BlindSeparation | null {
  const found = blind(
    {
      members: members.prompts,
      controls: controls.prompts,
      memberGroups: members.dates,
      controlGroups: controls.dates,
    },
    { random },
  );
  return found.ok ? found.blind : null;
}

/** The prompts behind the rows of a separation, by the covariates that they share. */
function overlapOf(
  { probabilities, labels, ids }: Separation,
  { members, controls }: AskedCorpora,
  random: Random,
) {
  const prompts = [...measuredPrompts(members), ...measuredPrompts(controls)];
  const covariates = blindCovariates(Array.from(ids, (id) => prompts[id] ?? ""));
  const found = overlapWeightedAuc(probabilities, labels, covariates, { d: BLIND_FEATURES.length, random });
  return found === null || found.bound === null
    ? null
    : { ...found.bound, essMembers: found.essMembers, essControls: found.essControls };
}

function measuredPrompts({ prompts, measured }: AskedCorpus): ReadonlyArray<string> {
  return measured.rows.map((row) => prompts[row] ?? "");
}

function datesOf({ dates, measured }: AskedCorpus): ReadonlyArray<string | null> {
  return measured.rows.map((row) => dates[row] ?? null);
}
