import { Either } from "effect";
import { type Issue, Schema } from "../../plugins/contract/mod.ts";
import { Use } from "./schema.ts";
import type { Path, Source } from "./source.ts";

/** Mistakes with their places. */
export type Issues = ReadonlyArray<Issue>;

/** Something that a config names, with its options as they stand. */
export interface Named {
  readonly name: string;
  readonly namePath: Path;
  readonly options: unknown;
  readonly optionsPath: Path;
}

/** What is named at a path; a wrong shape is no issue here, since decoding the whole config tells of it. */
export function useAt(source: Source, path: Path): Either.Either<Named, Issues> {
  const optionsPath = [...path, "with"];
  return Either.mapBoth(
    Schema.decodeUnknownEither(Use, { onExcessProperty: "error" })(valueAt(source.value, path)),
    {
      onLeft: (): Issues => [],
      onRight: (use): Named =>
        typeof use === "string"
          ? { name: use, namePath: path, options: {}, optionsPath }
          : { name: use.use, namePath: [...path, "use"], options: use.with ?? {}, optionsPath },
    },
  );
}

/** What stands at a path of plain data. */
export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, part) =>
      typeof inner === "object" && inner !== null && Object.hasOwn(inner, part)
        ? Object.getOwnPropertyDescriptor(inner, part)?.value
        : undefined,
    value,
  );
}
