import { Array as Arr, Option, Predicate } from "effect";
import { type ParseResult, SchemaAST } from "../../plugins/contract/mod.ts";
import { got, wanted } from "./_words.ts";

/** One thing that is wrong with a value, and the path to it. */
export interface Mistake {
  /** `kind`: the value is of another kind than wanted; `rule`: it is of that kind and breaks a rule. */
  readonly tag: "unknown" | "missing" | "kind" | "rule";
  readonly path: ReadonlyArray<PropertyKey>;
  /** What was expected and what stands there; empty for a key that is unknown or missing. */
  readonly says: string;
  /** Whether the schema's author says it. */
  readonly own?: boolean;
}

type Found = ParseResult.ParseIssue | ParseResult.Pointer;
type Mistakes = ReadonlyArray<Mistake>;

/** What is wrong in a value that a schema refused, in the order of the schema. */
export function mistakes(issue: Found): Mistakes {
  switch (issue._tag) {
    case "Pointer":
      return mistakes(issue.issue).map((inner) => ({
        ...inner,
        path: [...Arr.ensure(issue.path), ...inner.path],
      }));
    case "Unexpected":
      return [{ tag: "unknown", path: [], says: "" }];
    case "Missing":
      return [{ tag: "missing", path: [], says: "" }];
    case "Refinement":
      return issue.kind === "From" ? widened(issue) : broken(issue);
    case "Transformation":
      return mistakes(issue.issue);
    case "Composite":
      return issue.ast._tag === "Union"
        ? ofUnion(issue, issue.ast)
        : Arr.ensure(issue.issues).flatMap(mistakes);
    default:
      return [told("kind", issue.message, issue)];
  }
}

/** What a refinement wants is said whole: `a whole number above 0`, not only `a number`. */
function widened({ ast, actual, issue }: ParseResult.Refinement): Mistakes {
  return mistakes(issue).map((inner) =>
    inner.own === false && inner.path.length === 0 ? { ...inner, says: expected(ast, actual) } : inner,
  );
}

function broken(issue: ParseResult.Refinement): Mistakes {
  const { issue: inner } = issue;
  if (inner._tag === "Type") return [told("rule", inner.message ?? messageOf(issue), issue)];
  return mistakes(inner).map((mistake) => ({ ...mistake, tag: "rule" }));
}

/** The member that takes a value of this kind is the one that was meant; where none does, all are named. */
function ofUnion({ actual, issues }: ParseResult.Composite, ast: SchemaAST.Union): Mistakes {
  const tried = Arr.ensure(issues).map(mistakes);
  const meant = tried.find((found) => !found.some(({ tag, path }) => tag === "kind" && path.length === 0));
  return meant ?? [told("kind", undefined, { ast, actual })];
}

interface Refused {
  readonly ast: SchemaAST.AST;
  readonly actual: unknown;
}

function told(tag: Mistake["tag"], message: string | undefined, { ast, actual }: Refused): Mistake {
  return { tag, path: [], says: message ?? expected(ast, actual), own: message !== undefined };
}

function expected(ast: SchemaAST.AST, actual: unknown): string {
  return `expected ${wanted(ast)}, got ${got(actual)}`;
}

/** What the schema's author says of a broken rule. */
function messageOf(issue: ParseResult.Refinement): string | undefined {
  const message = Option.getOrUndefined(SchemaAST.getMessageAnnotation(issue.ast))?.(issue);
  return Predicate.isString(message) ? message : undefined;
}
