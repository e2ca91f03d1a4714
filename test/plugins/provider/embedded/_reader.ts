import type { FeatureTable } from "../../../../plugins/contract/mod.ts";
import { documentOf } from "../../../../plugins/provider/embedded/_documents.ts";
import { type Ngram, ngram } from "../../../../plugins/provider/embedded/_ngram.ts";
import { reply } from "../../../../plugins/provider/embedded/_reply.ts";
import type { Item, World } from "../../../../plugins/provider/embedded/world.ts";
import { compactTokens, measure } from "../../../../stages/answer/mod.ts";
import { featureTableBuilder } from "../../../../stages/math/mod.ts";

/** A model that has read the world's library and, `copies` times each, some items with their answers. */
export function reader({ library, news }: World, items: ReadonlyArray<Item>, copies: number): Ngram {
  const asked = (item: Item) => documentOf({ prompt: item.prompt, metadata: { answer: item.answer } }) ?? "";
  const read = items.flatMap((item) => new Array<string>(copies).fill(asked(item)));
  return ngram([...library.map(asked), ...news, ...read]);
}

/** The features of a model's greedy answers to prompts, as a run measures them. */
export function measured(model: Ngram, prompts: ReadonlyArray<string>): FeatureTable {
  const rows = featureTableBuilder();
  for (const prompt of prompts) {
    const said = reply(model, prompt, { maxTokens: 64, temperature: 0, topLogprobs: 20, random: () => 0 });
    const tokens = said.tokens.map(({ alternatives, ...token }) => ({ ...token, top: alternatives }));
    const found = measure({ text: said.text, run: compactTokens(tokens) }, null);
    if (!found.ok) throw new Error(`An embedded model's answer cannot be measured: ${found.why}`);
    rows.push(found.features);
  }
  return rows.build();
}
