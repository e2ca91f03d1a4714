import type { Corpora, CutoffClearance, PromptSet, Values } from "../plugins/contract/mod.ts";

/**
 * Where the memorised corpus lies after a cutoff and the control corpus before it, the two have changed places: sentences
 * by the path of the memorised corpus.
 */
export function swappedCorpora(
  { models }: CutoffClearance,
  { isMemorized, oosControl }: CorporaInOrder,
): ReadonlyArray<(path: string) => string> {
  const [memorised, control] = [datesOf(isMemorized), datesOf(oosControl)];
  const after = (dates: ReadonlyArray<string>, cutoff: string) =>
    dates.filter((date) => date > cutoff).length;
  return models.flatMap(({ model, cutoff }) => {
    const late = after(memorised, cutoff);
    const areSwapped = 2 * late > memorised.length && 2 * after(control, cutoff) < control.length;
    return areSwapped
      ? [
          (path: string) =>
            `${late} of ${memorised.length} dated rows of the memorised corpus "${path}" lie after the cutoff of "${model}" (${cutoff}), and most of the control corpus before it; are the two swapped?`,
        ]
      : [];
  });
}

type CorporaInOrder = Values<typeof Corpora>["corpora"];

function datesOf(corpus: PromptSet): ReadonlyArray<string> {
  return Array.from({ length: corpus.size }, (_, row) => corpus.date(row)).filter((date) => date !== null);
}
