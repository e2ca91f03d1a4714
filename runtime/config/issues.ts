import { Either } from "effect";
import { didYouMean, Issue, type ParseResult, Schema, suggestion } from "../../plugins/contract/mod.ts";
import { type Mistake, mistakes } from "./_mistakes.ts";
import { keysAt } from "./schema.ts";
import type { Path, Source } from "./source.ts";

/** Decodes a part of a source; every mistake in it is an issue with its place. */
export function decodeAt<A, I>(
  schema: Schema.Schema<A, I>,
  source: Source,
  value: unknown,
  path: Path = [],
): Either.Either<A, ReadonlyArray<Issue>> {
  const decoded = decode(schema, value);
  const found = Either.isLeft(decoded) ? mistakes(decoded.left.issue) : superfluous(schema, value);
  const issues = oneEach(found, schema).map((mistake) => toIssue(mistake, schema, source, path));
  if (issues.length > 0) return Either.left(issues);
  return Either.mapLeft(decoded, () => issues);
}

/** Rules about a whole list may be asked of what is no list once all errors are wanted, and fail; the first is told then. */
function decode<A, I>(schema: Schema.Schema<A, I>, value: unknown): Either.Either<A, ParseResult.ParseError> {
  const decodeWith = (errors: "all" | "first") =>
    Schema.decodeUnknownEither(schema, { errors, onExcessProperty: "error" })(value);
  try {
    return decodeWith("all");
  } catch {
    return decodeWith("first");
  }
}

/** A struct without keys lets every key pass, though none means anything. */
function superfluous(schema: Schema.Schema.All, value: unknown): ReadonlyArray<Mistake> {
  const { ast } = schema;
  const takesNothing =
    ast._tag === "TypeLiteral" && ast.propertySignatures.length === 0 && ast.indexSignatures.length === 0;
  if (!takesNothing || typeof value !== "object" || value === null) return [];
  return Object.keys(value).map((key) => ({ tag: "unknown", path: [key], says: "" }));
}

/** One mistake a slip: a misspelt key is not told a second time as the key that is missing. */
function oneEach(found: ReadonlyArray<Mistake>, schema: Schema.Schema.All): ReadonlyArray<Mistake> {
  const meant = found
    .filter(({ tag }) => tag === "unknown")
    .map(({ path }) =>
      pathText([...path.slice(0, -1), suggestion(nameOf(path), keysBeside(schema, path)) ?? ""]),
    );
  return found.filter(({ tag, path }) => tag !== "missing" || !meant.includes(pathText(path)));
}

function toIssue(
  { tag, path: within, says }: Mistake,
  schema: Schema.Schema.All,
  source: Source,
  prefix: Path,
): Issue {
  const path = [...prefix, ...within];
  const around = path.slice(0, -1);
  switch (tag) {
    case "unknown": {
      const keys = keysBeside(schema, within);
      const hint =
        didYouMean(nameOf(path), keys) ||
        (keys.length === 0 ? "; no key is known here" : `; known keys: ${keys.join(", ")}`);
      return new Issue({
        at: source.keyAt(path),
        says: dotted(around, `unknown key "${nameOf(path)}"${hint}`),
      });
    }
    case "missing":
      if (typeof path.at(-1) === "number") {
        const says = `expected at least ${entries(Number(path.at(-1)) + 1)}`;
        return new Issue({ at: source.at(around), says: dotted(around, says) });
      }
      return new Issue({ at: source.at(path), says: dotted(around, `missing key "${nameOf(path)}"`) });
    default:
      return new Issue({ at: source.at(path), says: dotted(path, says) });
  }
}

function keysBeside(schema: Schema.Schema.All, path: Path): ReadonlyArray<string> {
  return keysAt(schema.ast, path.slice(0, -1));
}

function entries(count: number): string {
  return count === 1 ? "one entry" : `${count} entries`;
}

function nameOf(path: Path): string {
  return String(path.at(-1) ?? "");
}

/** `stages[2].with.max: says`, or only what is said at the top of the file. */
function dotted(path: Path, says: string): string {
  return path.length === 0 ? says : `${pathText(path)}: ${says}`;
}

function pathText(path: Path): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === "number") return `${text}[${part}]`;
    return text === "" ? String(part) : `${text}.${String(part)}`;
  }, "");
}
