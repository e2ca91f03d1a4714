import { JSONSchema, type Schema, type SchemaAST } from "../../plugins/contract/mod.ts";
import { defaultsOf, propertiesOf } from "./options.ts";

/** A part of a JSON schema, draft 7. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The JSON schema of a schema that stands within another; null where it cannot be said. */
export function trySchemaOf<A, I>(schema: Schema.Schema<A, I>): JsonSchema | null {
  try {
    const { $schema, ...json } = schemaOf(schema);
    return "$defs" in json ? null : json;
  } catch {
    return null;
  }
}

/** The JSON schema of a schema, with what is filled in where a key is left out. */
export function schemaOf<A, I>(schema: Schema.Schema<A, I>): JsonSchema {
  if (isEmpty(schema.ast)) return object({}, []);
  return withDefaults(withoutIds({ ...JSONSchema.make(schema) }), schema.ast);
}

function isEmpty(ast: SchemaAST.AST): boolean {
  return ast._tag === "TypeLiteral" && ast.propertySignatures.length + ast.indexSignatures.length === 0;
}

/** A mapping with these keys and no others. */
export function object(properties: JsonSchema, required: ReadonlyArray<string>): JsonSchema {
  return { type: "object", required, properties, additionalProperties: false };
}

/** Adds what is filled in where a config leaves a key out. */
export function withDefaults(json: JsonSchema, ast: SchemaAST.AST): JsonSchema {
  if (json["properties"] === undefined) return json;
  const defaults = new Map(defaultsOf(ast).map(({ key, value }) => [key, { default: value }]));
  const types = new Map(propertiesOf(ast).map(({ name, type }) => [String(name), type]));
  const properties = Object.entries(part(json["properties"])).map(([key, value]) => {
    const type = types.get(key);
    const inner = type === undefined ? part(value) : withDefaults(part(value), type);
    return [key, { ...inner, ...defaults.get(key) }];
  });
  return { ...json, properties: Object.fromEntries(properties) };
}

/** Two schemas of one `$id` would make the whole ambiguous. */
function withoutIds(value: JsonSchema): JsonSchema {
  const entries = Object.entries(value).filter(([key]) => key !== "$id");
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutIdsWithin(inner)]));
}

function withoutIdsWithin(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutIdsWithin);
  return typeof value === "object" && value !== null ? withoutIds({ ...value }) : value;
}

/** A part of a JSON schema that is one itself. */
export function part(value: unknown): JsonSchema {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
