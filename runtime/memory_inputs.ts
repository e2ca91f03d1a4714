import { Effect, Either, Layer, Stream } from "effect";
import { InputError, Inputs } from "../plugins/contract/mod.ts";
import { decodeAt, readSource } from "./config/mod.ts";

/** `Inputs` from texts by name. */
export const memoryInputs = (files: Readonly<Record<string, string>>) =>
  Layer.succeed(Inputs, {
    open: (name) =>
      Effect.map(textOf(files, name), (text) => {
        const bytes = new TextEncoder().encode(text);
        return {
          name,
          bytes: Stream.make(bytes),
          slice: (offset: number, length: number) => Effect.sync(() => bytes.slice(offset, offset + length)),
        };
      }),
    placeOf: (name) => name,
    yaml: (name, schema) =>
      Effect.flatMap(textOf(files, name), (text) => {
        const source = readSource(text, name);
        return Either.mapLeft(
          decodeAt(schema, source, source.value),
          (issues) => new InputError({ message: issues.map(({ at, says }) => `${at}: ${says}`).join("\n") }),
        );
      }),
  });

function textOf(files: Readonly<Record<string, string>>, name: string): Effect.Effect<string, InputError> {
  const text = Object.hasOwn(files, name) ? files[name] : undefined;
  return text === undefined
    ? Effect.fail(new InputError({ message: `Cannot read "${name}": there is no such file` }))
    : Effect.succeed(text);
}
