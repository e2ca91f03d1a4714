/** What a value has to have under a name. */
export interface Field {
  readonly name: string;
  readonly holds: (value: unknown) => boolean;
  readonly expected: string;
}

/** The first field that a value does not have as it should. */
export function flaw(found: unknown, fields: ReadonlyArray<Field>): Field | undefined {
  return fields.find(({ name, holds }) => !holds(field(found, name)));
}

/** What stands under a name; undefined in what has no names. */
export function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

export const isFunction = (value: unknown) => typeof value === "function";
export const isString = (value: unknown): value is string => typeof value === "string";
export const isText = (value: unknown) => isString(value) && value !== "";
export const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
export const isTexts = (value: unknown) => Array.isArray(value) && value.every(isString);
export const isTextOrNull = (value: unknown) => value === null || isString(value);
export const isNumberOrNull = (value: unknown) => value === null || typeof value === "number";

/** A mapping whose values all hold. */
export function isMapping(value: unknown, holds: (value: unknown) => boolean): boolean {
  return isObject(value) && !Array.isArray(value) && Object.values(value).every(holds);
}
