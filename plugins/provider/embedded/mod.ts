import { createHash } from "node:crypto";
import { type Context, Effect } from "effect";
import {
  type Completion,
  type CompletionRequest,
  definePlugin,
  InputError,
  type Provider,
  Seed,
} from "../../contract/mod.ts";
import type { Ngram } from "./_ngram.ts";
import { EmbeddedOptions } from "./_options.ts";
import { type Books, openBooks, study } from "./_reading.ts";
import { type Alternative, type Reply, reply } from "./_reply.ts";

const VERSION = "1.0.0";

/**
 * Language models that live in the process and are known through and through: each is the counts of the files
 * it `reads`, so what it has memorised is a fact and not an estimate.
 */
export default definePlugin({
  kind: "provider",
  name: "embedded",
  version: VERSION,
  options: EmbeddedOptions,
  make: (options) =>
    Effect.gen(function* () {
      const seed = yield* Seed;
      const books = yield* openBooks(options);
      const built = yield* Effect.forEach(Object.entries(options.models), ([id, model]) =>
        Effect.map(Effect.cached(study(id, model, books, seed)), (once) => [id, once] as const),
      );
      const models = new Map(built);
      return {
        identity: identityOf(options, books, seed),
        deterministic: true,
        concurrency: 1,
        known: truths(options),
        models: Object.keys(options.models),
        complete: (request) =>
          Effect.map(modelOf(models, request.model), (model) => complete(model, request, seed)),
      } satisfies Context.Tag.Service<Provider>;
    }),
});

type Models = ReadonlyMap<string, Effect.Effect<Ngram, InputError>>;

function modelOf(models: Models, id: string): Effect.Effect<Ngram, InputError> {
  const known = [...models.keys()].map((name) => `"${name}"`).join(", ");
  const message = `Cannot ask "${id}": the embedded provider has ${known === "" ? "no model" : `the models ${known}`}`;
  return models.get(id) ?? Effect.fail(new InputError({ message }));
}

function complete(model: Ngram, request: CompletionRequest, seed: Context.Tag.Service<Seed>): Completion {
  const { maxTokens, temperature, topLogprobs } = request;
  const random = seed(`embedded/draw/${request.model}/${request.draw}/${request.prompt}`);
  const said = reply(model, request.prompt, { maxTokens, temperature, topLogprobs, random });
  return {
    text: said.text,
    finishReason: said.finishReason,
    tokens: said.tokens.map(({ alternatives, ...token }) => ({
      ...inSingle(token),
      top: alternatives.map(inSingle),
    })),
    usage: usageOf(said),
    reported: { model: request.model, temperature, fingerprint: null },
  };
}

/** In single precision, as endpoints have them, so that a journal holds them in half the space. */
function inSingle({ token, logprob }: Alternative): Alternative {
  return { token, logprob: Math.fround(logprob) };
}

function usageOf({ promptTokens, tokens }: Reply) {
  return { promptTokens, completionTokens: tokens.length };
}

/** Names the models by all that their answers depend on: what they read, how, and the run's coins. */
function identityOf(options: EmbeddedOptions, books: Books, seed: Context.Tag.Service<Seed>): string {
  const read = [...books.values()].map(({ file, sha256 }) => [file, sha256]);
  const told = Object.entries(options.models).map(([id, { truth: _, ...model }]) => [id, model]);
  const content = JSON.stringify([told, read, seed("embedded/identity")()]);
  return `embedded@${VERSION} ${createHash("sha256").update(content, "utf8").digest("hex").slice(0, 16)}`;
}

function truths({ models }: EmbeddedOptions): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(models).flatMap(([id, { truth }]) => (truth === undefined ? [] : [[id, truth]])),
  );
}
