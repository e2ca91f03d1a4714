import { readFileSync } from "node:fs";
import { FileSystem, Path } from "@effect/platform";
import { Effect, Layer, Stream } from "effect";
import { InputError, Inputs, Schema, Secrets, Seed } from "../../../../plugins/contract/mod.ts";
import openai from "../../../../plugins/provider/openai/mod.ts";

const services = (variables: Readonly<Record<string, string>>) =>
  Layer.mergeAll(
    Layer.succeed(Secrets, { get: (name) => Effect.succeed(variables[name] ?? null) }),
    Layer.succeed(Seed, () => () => 0.5),
    Layer.succeed(Inputs, {
      open: (name) =>
        Effect.try({
          try: () => {
            const bytes = readFileSync(name);
            return { name, bytes: Stream.make(bytes), slice: () => Effect.succeed(bytes) };
          },
          catch: () => new InputError({ message: `Cannot read "${name}": there is no such file` }),
        }),
      placeOf: (name) => name,
      yaml: () => Effect.die("no YAML is read"),
    }),
    FileSystem.layerNoop({}),
    Path.layer,
  );

/** The provider of these options, with these variables set. */
export const makeOpenai = (options: unknown, variables: Readonly<Record<string, string>> = {}) =>
  Effect.flatMap(Schema.decodeUnknown(openai.options)(options), openai.make).pipe(
    Effect.provide(services(variables)),
  );
