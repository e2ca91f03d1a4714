/** What a field of a specification must be. */
export interface FieldRule {
  readonly expected: string;
  readonly holds: (value: unknown) => boolean;
}

export const COUNT: FieldRule = {
  expected: "an integer >= 1",
  holds: (value) => Number.isSafeInteger(value) && Number(value) >= 1,
};

export const FLAG: FieldRule = { expected: "true or false", holds: (value) => typeof value === "boolean" };

/** A number that `holds`; NaN never should. */
export function number(expected: string, holds: (value: number) => boolean): FieldRule {
  return { expected, holds: (value) => typeof value === "number" && holds(value) };
}

export function oneOf(...names: ReadonlyArray<string>): FieldRule {
  const expected = `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
  return { expected, holds: (value) => names.some((name) => name === value) };
}

export function orNull({ expected, holds }: FieldRule): FieldRule {
  return { expected, holds: (value) => value === null || holds(value) };
}
