import { Either } from "effect";
import { closest, distance } from "fastest-levenshtein";
import { ArrayFormatter, Issue, Schema } from "../../plugins/contract/mod.ts";
import { keysAt } from "./schema.ts";
import type { Path, Source } from "./source.ts";

/** Decodes a part of a source; every mistake in it is an issue with its place. */
export function decodeAt<A, I>(
  schema: Schema.Schema<A, I>,
  source: Source,
  value: unknown,
  path: Path = [],
): Either.Either<A, ReadonlyArray<Issue>> {
  const decoded = Schema.decodeUnknownEither(schema, { errors: "all", onExcessProperty: "error" })(value);
  return Either.mapLeft(decoded, (error) => {
    const found = ArrayFormatter.formatIssueSync(error.issue);
    return nearest(found).map((issue) => toIssue(issue, schema, source, path));
  });
}

/** The name that was probably meant, if one is close. */
export function suggestion(word: string, names: ReadonlyArray<string>): string | undefined {
  if (names.length === 0) return undefined;
  const best = closest(word.toLowerCase(), [...names]);
  return distance(word.toLowerCase(), best.toLowerCase()) <= Math.max(1, Math.floor(word.length / 3))
    ? best
    : undefined;
}

/** `name` as a sentence about what is known instead. */
export function didYouMean(word: string, names: ReadonlyArray<string>): string {
  const best = suggestion(word, names);
  return best === undefined ? "" : `; did you mean "${best}"?`;
}

type Found = ArrayFormatter.Issue;

/** One issue a path: what a union's members say of the same value is joined, and the deeper complaint wins. */
function nearest(found: ReadonlyArray<Found>): ReadonlyArray<Found> {
  const kept: Array<Found> = [];
  for (const issue of found) {
    const deeper = found.some(
      (other) => other.path.length > issue.path.length && startsWith(other.path, issue.path),
    );
    if (deeper && issue._tag === "Type") continue;
    const same = kept.findIndex((other) => other._tag === issue._tag && samePath(other.path, issue.path));
    const first = kept[same];
    if (first === undefined) kept.push(issue);
    else kept[same] = { ...first, message: joined(first.message, issue.message) };
  }
  return kept;
}

function joined(first: string, second: string): string {
  const a = EXPECTED.exec(first)?.groups;
  const b = EXPECTED.exec(second)?.groups;
  if (a === undefined || b === undefined || a["what"] === b["what"]) return first;
  return `Expected ${a["what"]} or ${b["what"]}, actual ${a["got"]}`;
}

const EXPECTED = /^Expected (?<what>.*), actual (?<got>.*)$/s;

function toIssue(issue: Found, schema: Schema.Schema.All, source: Source, prefix: Path): Issue {
  const path = [...prefix, ...issue.path];
  const key = String(path.at(-1) ?? "");
  switch (issue._tag) {
    case "Unexpected": {
      const keys = keysAt(schema.ast, issue.path.slice(0, -1));
      const hint = didYouMean(key, keys) || (keys.length === 0 ? "" : `; known keys: ${keys.join(", ")}`);
      return new Issue({
        at: source.keyAt(path),
        says: `${dotted(path.slice(0, -1), "unknown key")} "${key}"${hint}`,
      });
    }
    case "Missing":
      return new Issue({ at: source.at(path), says: `${dotted(path.slice(0, -1), "missing key")} "${key}"` });
    default:
      return new Issue({ at: source.at(path), says: dotted(path, plain(issue.message)) });
  }
}

function plain(message: string): string {
  const parts = EXPECTED.exec(message)?.groups;
  return parts === undefined ? message : `expected ${parts["what"]}, got ${parts["got"]}`;
}

/** `stages[2].with.max: says`, or only what is said at the top of the file. */
function dotted(path: Path, says: string): string {
  const name = path.reduce<string>(
    (text, part) =>
      typeof part === "number" ? `${text}[${part}]` : text === "" ? String(part) : `${text}.${String(part)}`,
    "",
  );
  return name === "" ? says : `${name}: ${says}`;
}

function startsWith(path: Path, head: Path): boolean {
  return head.every((part, i) => part === path[i]);
}

function samePath(a: Path, b: Path): boolean {
  return a.length === b.length && startsWith(a, b);
}
