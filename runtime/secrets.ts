import { parseEnv } from "node:util";
import { FileSystem, Path } from "@effect/platform";
import { Config, Effect, Layer } from "effect";
import { CredentialError, Secrets } from "../plugins/contract/mod.ts";
import { reasonOf } from "./inputs.ts";

/**
 * `Secrets` from the environment, then from a `.env` beside the config, then from one in the working directory. The
 * files are read when a variable is not in the environment, and only then.
 */
export const secretsLayer = (configDirectory: string) =>
  Layer.effect(
    Secrets,
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem;
      const path = yield* Path.Path;
      const files = yield* Effect.forEach([path.join(configDirectory, ".env"), ".env"], (file) =>
        Effect.cached(readEnvFile(fs, file)),
      );
      const filed = Effect.fnUntraced(function* (variable: string) {
        for (const file of files) {
          const values = yield* file;
          if (Object.hasOwn(values, variable)) return values[variable] ?? null;
        }
        return null;
      });
      return { get: (variable) => Effect.orElse(Config.string(variable), () => filed(variable)) };
    }),
  );

type Values = Readonly<Record<string, string | undefined>>;

const NOTHING: Values = {};

/** The values in a file; none where there is no such file, or a folder of that name. */
const readEnvFile = Effect.fnUntraced(function* (fs: FileSystem.FileSystem, file: string) {
  const kind = yield* Effect.option(Effect.map(fs.stat(file), ({ type }) => type));
  if (kind._tag === "None" || kind.value === "Directory") return NOTHING;
  const text = yield* Effect.mapError(
    fs.readFileString(file),
    (error) => new CredentialError({ message: `Cannot read "${file}": ${reasonOf(error)}` }),
  );
  if (text.includes("\0"))
    return yield* new CredentialError({ message: `Cannot read "${file}": it is not UTF-8; save it as such` });
  const values: Values = parseEnv(text.replace(/^\uFEFF/, ""));
  return values;
});
