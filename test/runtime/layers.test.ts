import { Effect, Layer } from "effect";
import { describe, expect, it } from "vitest";
import {
  definePlugin,
  GateSet,
  OtherGates,
  Provider,
  ProviderError,
  Schema,
  Secrets,
} from "../../plugins/contract/mod.ts";
import { classic, honest } from "../../plugins/gates/mod.ts";
import { gatesLayer, providerLayer } from "../../runtime/layers.ts";
import { KEY } from "../support/keys.ts";
import { providerServices } from "../support/provider_services.ts";

const THRESHOLDS = { parse_min: 0.5, mcs_auc_min: 0.9 };

function namesOf(layer: Layer.Layer<GateSet | OtherGates, unknown>) {
  const both = Effect.map(Effect.all([GateSet, OtherGates]), ([own, others]) => ({
    own: own.name,
    others: others.map(({ name, thresholds }) => ({ name, thresholds })),
  }));
  return Effect.runPromise(Effect.provide(both, layer));
}

describe("gatesLayer()", () => {
  it("gives the configured gate set, and the built-in ones it is not, by their defaults", async () => {
    const chosen = { item: classic, origin: { use: "classic" }, options: THRESHOLDS };
    expect(await namesOf(gatesLayer(chosen))).toEqual({
      own: "classic",
      others: [{ name: "honest", thresholds: { parse_min: 0.8, alpha: 0.05 } }],
    });
    const other = { item: honest, origin: { use: "honest" }, options: { parse_min: 0.8, alpha: 0.01 } };
    expect((await namesOf(gatesLayer(other))).others.map(({ name }) => name)).toEqual(["classic"]);
  });

  it("tells both built-in ones beside a gate set from outside", async () => {
    const item = definePlugin({
      kind: "gates",
      name: "desk",
      version: "1.0.0",
      options: Schema.Struct({}),
      make: () => ({ ...classic.make(THRESHOLDS), name: "desk" }),
    });
    const { own, others } = await namesOf(gatesLayer({ item, origin: { use: "./desk.ts" }, options: {} }));
    expect([own, others.map(({ name }) => name)]).toEqual(["desk", ["classic", "honest"]]);
  });
});

describe("providerLayer()", () => {
  it("gives a provider that tells nobody the key it was given", async () => {
    const item = definePlugin({
      kind: "provider",
      name: "house",
      version: "1.0.0",
      options: Schema.Struct({}),
      make: () =>
        Effect.gen(function* () {
          const { get } = yield* Secrets;
          const key = yield* get("HOUSE_KEY");
          const said = {
            reason: "refused",
            retryable: false,
            retryAfterMs: null,
            refusedParameter: null,
          } as const;
          const complete = () => new ProviderError({ ...said, message: `HTTP 400: no use for ${key}` });
          return { identity: "house", deterministic: true, concurrency: 1, known: {}, complete };
        }),
    });
    const layer = Layer.provide(
      providerLayer({ item, origin: { use: "./house.ts" }, options: {} }),
      providerServices({ HOUSE_KEY: KEY }),
    );
    const request = { model: "m", prompt: "p", temperature: 0, maxTokens: 8, topLogprobs: 2, draw: 0 };
    const asked = Effect.flatMap(Provider, ({ complete }) => Effect.flip(complete(request)));
    const { message } = await Effect.runPromise(Effect.provide(asked, layer));
    expect(message).toBe("HTTP 400: no use for [key]");
  });
});
