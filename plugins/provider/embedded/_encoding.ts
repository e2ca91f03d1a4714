import { BOUNDARY } from "./_context_order.ts";
import { tokenize } from "./_tokenizer.ts";

/** Documents as one stream of token ids, a boundary before, between and after them; ids in order of first sight. */
export function encodeAll(documents: ReadonlyArray<string>) {
  const ids = new Map<string, number>();
  const vocabulary = [""];
  const stream = [BOUNDARY];
  for (const document of documents) {
    for (const token of tokenize(document)) {
      let id = ids.get(token);
      if (id === undefined) {
        id = vocabulary.push(token) - 1;
        ids.set(token, id);
      }
      stream.push(id);
    }
    stream.push(BOUNDARY);
  }
  return { stream: Int32Array.from(stream), vocabulary, ids };
}
