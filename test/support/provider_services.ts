import { FileSystem, Path } from "@effect/platform";
import { Effect, Layer } from "effect";
import { Inputs, Secrets, Seed } from "../../plugins/contract/mod.ts";

const unread = () => Effect.die("no file is read");

/** What a provider that reads no file is made with, these variables set. */
export const providerServices = (variables: Readonly<Record<string, string>> = {}) =>
  Layer.mergeAll(
    Layer.succeed(Secrets, { get: (name) => Effect.succeed(variables[name] ?? null) }),
    Layer.succeed(Seed, () => () => 0.5),
    Layer.succeed(Inputs, { open: unread, placeOf: (name) => name, yaml: unread }),
    FileSystem.layerNoop({}),
    Path.layer,
  );
