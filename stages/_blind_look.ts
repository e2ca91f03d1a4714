import { Effect, Stream } from "effect";
import {
  type BlindFinding,
  type BlindLook,
  type Known,
  type PromptSet,
  Seed,
} from "../plugins/contract/mod.ts";
import { warnOfInput } from "./_warn_of_input.ts";
import {
  BLIND_FEATURES,
  type BlindSeparation,
  blind,
  blindCovariates,
  type Random,
  shuffle,
} from "./math/mod.ts";

/** The two calibration corpora. */
export interface Corpora {
  readonly isMemorized: PromptSet;
  readonly oosControl: PromptSet;
}

/** What the look is told by. */
export interface BlindLookOptions {
  /** False where the config switches the look off. */
  readonly isOn: boolean;
  /** What the warning calls the corpora. */
  readonly inputs: { readonly isMemorized: string; readonly oosControl: string };
}

/** Prompts of a corpus that are read for the area at most. */
const MOST = 400;

/** What the prompts alone give away about the corpora; corpora that give themselves away are warned of by name. */
export const blindLook = Effect.fn("load.blind")(function* (
  { isMemorized, oosControl }: Corpora,
  { isOn, inputs }: BlindLookOptions,
) {
  if (!isOn) return SWITCHED_OFF;
  const seed = yield* Seed;
  const members = yield* lookAt(isMemorized, seed("blind/members"));
  const controls = yield* lookAt(oosControl, seed("blind/controls"));
  const found = finding(
    blind(
      {
        members: members.texts,
        controls: controls.texts,
        memberGroups: members.dates,
        controlGroups: controls.dates,
      },
      { random: seed("blind") },
    ),
  );
  if (found.ok && found.value.isSeparable) {
    const { value } = found;
    yield* warnOfInput((placeOf) => warning(value, inputs, placeOf));
  }
  const look: BlindLook = {
    found,
    looks: { columns: BLIND_FEATURES.length, members: members.looks, controls: controls.looks },
  };
  return look;
});

const SWITCHED_OFF: BlindLook = {
  found: { ok: false, reason: "the blind look is switched off" },
  looks: null,
};

/** The looks of every prompt, and a choice of the prompts themselves. */
const lookAt = Effect.fnUntraced(function* ({ size, date, prompts }: PromptSet, random: Random) {
  const looks = new Float64Array(size * BLIND_FEATURES.length);
  const rows = chosen(size, random);
  const isChosen = new Set(rows);
  const texts: Array<string> = [];
  let row = 0;
  yield* Stream.runForEach(prompts, (prompt) =>
    Effect.sync(() => {
      looks.set(blindCovariates([prompt]), row * BLIND_FEATURES.length);
      if (isChosen.has(row)) texts.push(prompt);
      row++;
    }),
  );
  return { looks, texts, dates: Array.from(rows, date) };
});

/** Ascending; draws nothing where all are read. */
function chosen(size: number, random: Random): Uint32Array {
  const rows = Uint32Array.from({ length: size }, (_, row) => row);
  return size <= MOST ? rows : shuffle(rows, random).slice(0, MOST).sort();
}

function finding(judged: ReturnType<typeof blind>): Known<BlindFinding> {
  return judged.ok ? { ok: true, value: findingOf(judged.blind) } : judged;
}

function findingOf({
  members,
  controls,
  plan,
  auc: { point, lo, hi },
  permutation: { permutations, inflation },
  minDetectable,
  isSeparable,
  clues,
}: BlindSeparation): BlindFinding {
  return {
    members,
    controls,
    auc: { point, lo, hi },
    isSeparable,
    folds: plan.folds,
    isGrouped: plan.isGrouped,
    permutations,
    inflation,
    minDetectable,
    clues,
  };
}

function warning(
  { auc, clues }: BlindFinding,
  { isMemorized, oosControl }: BlindLookOptions["inputs"],
  placeOf: (name: string) => string,
): string {
  const area = [auc.point, auc.lo, auc.hi].map((value) => value.toFixed(3));
  const wayOut =
    clues.length === 0
      ? "write both corpora alike: no single feature gives them away, only many together"
      : `write both corpora alike, or take out what gives them away (first against second): ${clues.map(({ words }) => words).join("; ")}`;
  return `confounded-corpus: the prompts alone, read without any model, tell "${placeOf(isMemorized)}" from "${placeOf(oosControl)}" (blind AUC ${area[0]} [${area[1]}, ${area[2]}]); ${wayOut}`;
}
