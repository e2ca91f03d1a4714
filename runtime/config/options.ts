import { Either, Option } from "effect";
import { type AnyStage, type Plugin, Schema, SchemaAST } from "../../plugins/contract/mod.ts";

/** A schema's key that has a default. */
export interface Default {
  readonly key: string;
  readonly value: unknown;
}

/** What a config may write under `with:`, key by key. */
export interface OptionLine {
  readonly name: string;
  readonly required: boolean;
  /** As a config would write it; absent where there is none. */
  readonly default?: unknown;
  readonly description: string;
}

type Configurable = Pick<AnyStage | Plugin<"gates">, "options">;

/** The options of a plugin or stage, in the order of their declaration. */
export function optionsOf({ options }: Configurable): ReadonlyArray<OptionLine> {
  const defaults = new Map(defaultsOf(options.ast).map(({ key, value }) => [key, value]));
  return propertiesOf(options.ast).map((property) => {
    const name = String(property.name);
    return {
      name,
      required: !property.isOptional,
      ...(defaults.has(name) ? { default: defaults.get(name) } : {}),
      description: descriptionOf(property),
    };
  });
}

/** Whether nothing has to be written under `with:`. */
export function isOptional({ options }: Configurable): boolean {
  return Either.isRight(Schema.decodeUnknownEither(options)({}));
}

/** The keys of a struct as the config writes them. */
export function propertiesOf(ast: SchemaAST.AST): ReadonlyArray<SchemaAST.PropertySignature> {
  switch (ast._tag) {
    case "TypeLiteral":
      return ast.propertySignatures;
    case "Transformation":
    case "Refinement":
      return propertiesOf(ast.from);
    default:
      return [];
  }
}

/** The keys of a struct that are filled in where the config leaves them out. */
export function defaultsOf(ast: SchemaAST.AST): ReadonlyArray<Default> {
  if (ast._tag === "Refinement") return defaultsOf(ast.from);
  if (ast._tag !== "Transformation" || ast.transformation._tag !== "TypeLiteralTransformation") return [];
  return ast.transformation.propertySignatureTransformations.flatMap(({ from, decode }) =>
    Option.match(decode(Option.none()), {
      onNone: () => [],
      onSome: (value: unknown) => [{ key: String(from), value }],
    }),
  );
}

/** Its own description, or else its type's; a type without one is told by its form. */
function descriptionOf({ annotations, type }: SchemaAST.PropertySignature): string {
  const own = annotations[SchemaAST.DescriptionAnnotationId];
  return typeof own === "string" ? own : inWords(type);
}

function inWords(ast: SchemaAST.AST): string {
  const described = SchemaAST.getDescriptionAnnotation(ast);
  if (Option.isSome(described)) return described.value;
  switch (ast._tag) {
    case "Refinement":
    case "Transformation":
      return inWords(ast.from);
    case "TypeLiteral":
      return "a mapping";
    case "TupleType":
      return "a list";
    case "Union":
      return ast.types.map(inWords).join(" or ");
    default:
      return String(ast);
  }
}
