/**
 * The one door to `@effect/schema`. It is the ancestor of `effect/Schema`, and the two must never meet in one
 * program: everything of ours that decodes or encodes imports from here.
 */
export * as ArrayFormatter from "@effect/schema/ArrayFormatter";
export * as SchemaAST from "@effect/schema/AST";
export * as JSONSchema from "@effect/schema/JSONSchema";
export * as ParseResult from "@effect/schema/ParseResult";
export * as Schema from "@effect/schema/Schema";
