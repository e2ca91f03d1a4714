import { Option } from "effect";
import { SchemaAST } from "../../plugins/contract/mod.ts";

/** What a schema takes, in the words of someone who writes YAML: `a whole number above 0`, `"count" or "forbid"`. */
export function wanted(ast: SchemaAST.AST): string {
  switch (ast._tag) {
    case "Literal":
      return ast.literal === null ? "nothing" : got(ast.literal);
    case "StringKeyword":
      return "a text";
    case "NumberKeyword":
      return "a number";
    case "BooleanKeyword":
      return "true or false";
    case "TupleType":
      return "a list";
    case "TypeLiteral":
      return titleOf(ast) ?? mapWith(ast.propertySignatures.map(({ name }) => String(name)));
    case "Union":
      return oneOf([...new Set(membersOf(ast).map(wanted))]);
    case "Refinement":
      return refined(ast);
    case "Transformation":
      return wanted(ast.from);
    case "Suspend":
      return wanted(ast.f());
    default:
      return titleOf(ast) ?? descriptionOf(ast) ?? "another value";
  }
}

const LONGEST = 60;
const FEW = 4;

/** A value as a message quotes it. */
export function got(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (typeof value === "object") return "a map";
  if (typeof value !== "string") return String(value);
  const start = [...value.slice(0, 2 * LONGEST)].slice(0, LONGEST).join("");
  return JSON.stringify(start === value ? value : `${start}…`);
}

function mapWith(keys: ReadonlyArray<string>): string {
  if (keys.length === 0 || keys.length > FEW) return "a map of keys and values";
  return `a map with ${keys.length === 1 ? "the key" : "the keys"} ${keys.join(", ")}`;
}

function membersOf({ types }: SchemaAST.Union): ReadonlyArray<SchemaAST.AST> {
  return types.flatMap((type) => (SchemaAST.isUnion(type) ? membersOf(type) : [type]));
}

function oneOf(words: ReadonlyArray<string>): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

interface Bounds {
  readonly type?: string;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly exclusiveMaximum?: number;
  readonly minLength?: number;
  readonly minItems?: number;
}

/** The rules of a refinement and of what it refines, taken together. */
function refined(ast: SchemaAST.Refinement): string {
  let base: SchemaAST.AST = ast;
  let bounds: Bounds = {};
  while (base._tag === "Refinement") {
    bounds = { ...boundsOf(base), ...bounds };
    base = base.from;
  }
  switch (base._tag) {
    case "NumberKeyword":
      return `${bounds.type === "integer" ? "a whole number" : "a number"}${range(bounds)}`;
    case "TupleType":
      return bounds.minItems === undefined ? "a list" : "a list that is not empty";
    case "StringKeyword":
      return bounds.minLength === undefined ? (descriptionOf(ast) ?? "a text") : "a text that is not empty";
    default:
      return wanted(base);
  }
}

/** Bounds that only say how far a number can count say nothing to a reader. */
function boundsOf(ast: SchemaAST.Refinement): Bounds {
  const bounds = Option.getOrElse(SchemaAST.getJSONSchemaAnnotation(ast), () => ({}));
  const told = Object.entries(bounds).filter(
    ([, bound]) => Math.abs(Number(bound)) !== Number.MAX_SAFE_INTEGER,
  );
  return Object.fromEntries(told);
}

function range({ minimum, exclusiveMinimum, maximum, exclusiveMaximum }: Bounds): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (exclusiveMinimum !== undefined && maximum !== undefined)
    return ` above ${exclusiveMinimum} and up to ${maximum}`;
  const parts = [
    exclusiveMinimum === undefined ? "" : ` above ${exclusiveMinimum}`,
    exclusiveMaximum === undefined ? "" : ` below ${exclusiveMaximum}`,
    minimum === undefined ? "" : `, ${minimum} or more`,
    maximum === undefined ? "" : `, ${maximum} or less`,
  ];
  return parts.join("");
}

function titleOf(ast: SchemaAST.AST): string | undefined {
  const title = Option.getOrUndefined(SchemaAST.getTitleAnnotation(ast));
  return title?.endsWith("(Encoded side)") ? undefined : title;
}

function descriptionOf(ast: SchemaAST.AST): string | undefined {
  return Option.getOrUndefined(SchemaAST.getDescriptionAnnotation(ast));
}
