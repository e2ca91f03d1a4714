import type { Direction } from "../../plugins/contract/mod.ts";
import { plainCharacters } from "./_characters.ts";
import { type Item, itemsOf } from "./_items.ts";
import { takeJson } from "./_json_answer.ts";
import { withoutMarkup } from "./_markup.ts";
import { withoutReasoning } from "./_reasoning.ts";
import { isRetracted } from "./_retraction.ts";
import { type Settled, settle } from "./_settle.ts";
import { withLabelledTables } from "./_table.ts";
import { unescaped, withoutTurnTokens } from "./_transport_marks.ts";

/** What an answer's text says. Both values stand, or `why` tells what is missing. */
export interface Reading {
  readonly direction: Direction | null;
  /** Stated confidence in [0, 1]. */
  readonly confidence: number | null;
  /** Why the reading failed, one short clause; null when both stand. */
  readonly why: string | null;
}

/** Words of finish reasons that say that there was more to come. */
const CUT =
  /length|max|limit|filter|error|abort|cancel|safety|sensitive|recitation|insufficient|repetition|timeout|incomplete/i;

function failed(why: string): Reading {
  return { direction: null, confidence: null, why };
}

function asDirection(value: number | null): Direction | null {
  return value === 1 ? 1 : value === -1 ? -1 : value === 0 ? 0 : null;
}

function stoodBeforeCut(text: string, items: readonly Item[], settled: Settled): boolean {
  const { end } = settled;
  if (end === null || !/[\p{L}\p{N}]/u.test(text.slice(end))) return false;
  return items.every((item) => item.end <= end || item.value !== null);
}

/**
 * Reads a direction (-1, 0 or 1) and a confidence in [0, 1] from a model's answer, or says why it cannot.
 *
 * Only labelled numbers are read; words, ranges, templates, reasoning blocks and answers that disagree are not.
 * Pure, never throws, linear in the length of the text.
 *
 * @param text The answer's content as received.
 * @param finishReason The endpoint's finish reason; after a cut the answer must stand before more text.
 */
export function readAnswer(text: string, finishReason: string | null): Reading {
  const spoken = unescaped(withoutTurnTokens(withoutReasoning(plainCharacters(text))));
  const { text: prose, answers } = takeJson(spoken);
  const plain = withLabelledTables(withoutMarkup(prose));
  const items = itemsOf(plain, answers);
  if (items === null) return failed("the text contradicts itself");
  const settled = settle(items);
  if (CUT.test(finishReason ?? "") && !stoodBeforeCut(plain, items, settled)) {
    return failed("cut before the answer was complete");
  }
  const direction = asDirection(settled.direction);
  const first = items[0]?.end ?? 0;
  const behind = {
    direction: plain.slice(settled.directionEnd ?? first),
    answer: plain.slice(settled.end ?? first),
  };
  if (direction !== null && isRetracted(behind, direction)) return failed("the answer is taken back");
  return { direction, confidence: settled.confidence, why: settled.why };
}
