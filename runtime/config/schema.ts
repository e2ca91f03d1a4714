import { Schema, type SchemaAST } from "../../plugins/contract/mod.ts";

const fill = <A, I>(schema: Schema.Schema<A, I>, value: A) =>
  Schema.optionalWith(schema, { default: () => value, exact: true });

const Finite = Schema.Finite.annotations({ jsonSchema: { type: "number" } });
const Whole = Schema.Int.annotations({
  jsonSchema: { type: "integer", minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
});
const Count = Whole.pipe(Schema.greaterThanOrEqualTo(0)).annotations({
  description: "a whole number, 0 or more",
});
const Positive = Whole.pipe(Schema.greaterThan(0)).annotations({
  description: "a whole number above 0",
});
/** The most draws of anything: ten thousand times what moves a third decimal, and what memory holds. */
const MOST_DRAWS = 1_000_000;
const Resamples = Whole.pipe(Schema.between(1, MOST_DRAWS)).annotations({
  description: `a whole number from 1 to ${MOST_DRAWS}`,
});
const Permutations = Whole.pipe(Schema.between(19, MOST_DRAWS)).annotations({
  description: `a whole number from 19, as fewer cannot reach p = 0.05, to ${MOST_DRAWS}`,
});
const Alternatives = Whole.pipe(Schema.greaterThanOrEqualTo(2)).annotations({
  description: "a whole number, 2 or more, as min_k_pp is undefined where nothing else was possible",
});
const Seconds = Finite.pipe(Schema.greaterThan(0)).annotations({ description: "seconds, above 0" });
/** The longest that a timer takes, in seconds: above it there would be no limit at all. */
const LONGEST = 2_147_483;
const Timeout = Seconds.pipe(Schema.lessThanOrEqualTo(LONGEST)).annotations({
  description: `seconds, above 0 and at most ${LONGEST}`,
});
const SecondsOrNone = Finite.pipe(Schema.greaterThanOrEqualTo(0)).annotations({
  description: "seconds, 0 or more",
});
const Share = Schema.Number.pipe(Schema.between(0, 1)).annotations({ description: "a number in [0, 1]" });
const Text = Schema.String.pipe(Schema.filter((text) => /^\S(?:.*\S)?$/.test(text))).annotations({
  description: "a text",
  message: ({ actual }) => {
    const wanted = /[\n\r]/.test(String(actual).trim()) ? "on one line" : "without space at its edges";
    return `expected a text ${wanted}, got ${JSON.stringify(actual)}`;
  },
  jsonSchema: { pattern: "^\\S(.*\\S)?$" },
});

const With = Schema.Record({ key: Schema.String, value: Schema.Unknown });
const Named = Schema.Struct({ use: Text, with: Schema.optionalWith(With, { exact: true }) }).annotations({
  title: "{ use: name, with: options }",
});
/** A stage or plugin by name, with or without options. */
export const Use = Schema.Union(Text.annotations({ description: "a name" }), Named);
export type Use = typeof Use.Type;

/** A writer writes its files once; with other options it may write others. */
const Writers = Schema.Array(Use).pipe(
  Schema.filter(
    (uses) => {
      const all = uses.map((use) => JSON.stringify(typeof use === "string" ? { use } : use));
      const twice = all.findIndex((use, i) => all.indexOf(use) !== i);
      const again = uses[twice];
      if (again === undefined) return true;
      const name = typeof again === "string" ? again : again.use;
      return { path: [twice], message: `report writer "${name}" stands here a second time` };
    },
    { jsonSchema: { uniqueItems: true } },
  ),
);

const Models = Schema.Array(Text).pipe(
  Schema.minItems(1, { message: () => "expected at least one model, got an empty list" }),
  Schema.filter(
    (ids, _, self) => {
      const twice = ids.findIndex((id, i) => ids.indexOf(id) !== i);
      return (
        twice < 0 || { path: [twice], message: `model "${ids[twice]}" stands here a second time` } || self
      );
    },
    { jsonSchema: { uniqueItems: true } },
  ),
);

const ModelsSection = Schema.Struct({
  candidates: Schema.optionalWith(Models, { exact: true }),
  shortlist: Schema.optionalWith(Models, { exact: true }),
}).pipe(
  Schema.filter(
    ({ candidates, shortlist }) =>
      (candidates === undefined) !== (shortlist === undefined) ||
      "expected either candidates (to be tried by the smoke test) or shortlist (to skip it)",
    { jsonSchema: { oneOf: [{ required: ["candidates"] }, { required: ["shortlist"] }] } },
  ),
);

const Inputs = Schema.Struct({ eval_set: Text, is_memorized: Text, oos_control: Text, cutoffs: Text });
const Request = Schema.Struct({
  max_tokens: fill(Positive, 512),
  temperature: fill(Finite.pipe(Schema.between(0, 2)), 0),
  top_logprobs: fill(Alternatives, 20),
  timeout_s: fill(Timeout, 45),
});
const Retry = Schema.Struct({
  max: fill(Count, 2),
  backoff_s: fill(SecondsOrNone, 2),
  max_wait_s: fill(SecondsOrNone, 120),
});
const Calibration = Schema.Struct({ min_valid: fill(Positive, 50), min_auc: fill(Share, 0.6) });

const Money = Finite.pipe(Schema.greaterThan(0)).annotations({ description: "a number above 0" });
const Price = Finite.pipe(Schema.greaterThanOrEqualTo(0)).annotations({
  description: "a number, 0 or more",
});
const Prices = Schema.Record({ key: Schema.String, value: Schema.Struct({ input: Price, output: Price }) });
const Budget = Schema.Struct({
  requests: Schema.optionalWith(Positive, { exact: true }),
  tokens: Schema.optionalWith(Positive, { exact: true }),
  money: Schema.optionalWith(Money, { exact: true }),
  wall_time_s: Schema.optionalWith(Seconds, { exact: true }),
});

const noRequest = { max_tokens: 512, temperature: 0, top_logprobs: 20, timeout_s: 45 };

/** The writers of a config that names none. */
export const REPORTS = ["terminal", "records", "summary", "top3", "statistics", "html"];

/** A pipeline config, version 1, in the words of its YAML. */
export const Config = Schema.Struct({
  version: Schema.Literal(1),
  seed: fill(Whole, 0),
  inputs: Inputs,
  models: ModelsSection,
  reference_model: fill(Schema.NullOr(Text), null),
  provider: Use,
  gates: Use,
  reports: fill(Writers, REPORTS),
  validation: fill(Schema.Literal("crossfit", "holdout"), "crossfit"),
  resamples: fill(Resamples, 1000),
  permutations: fill(Permutations, 199),
  controls: fill(Schema.Boolean, true),
  request: fill(Request, noRequest),
  retry: fill(Retry, { max: 2, backoff_s: 2, max_wait_s: 120 }),
  calibration: fill(Calibration, { min_valid: 50, min_auc: 0.6 }),
  prices: fill(Prices, {}),
  budget: fill(Budget, {}),
  out: Schema.optionalWith(Text, { exact: true }),
  stages: Schema.optionalWith(Schema.Array(Use).pipe(Schema.minItems(1)), { exact: true }),
});
export type Config = typeof Config.Type;

/** The keys a schema takes at a path, for suggestions; empty where any key goes. */
export function keysAt(ast: SchemaAST.AST, path: ReadonlyArray<PropertyKey>): ReadonlyArray<string> {
  switch (ast._tag) {
    case "Transformation":
    case "Refinement":
      return keysAt(ast.from, path);
    case "Suspend":
      return keysAt(ast.f(), path);
    case "Union":
      return ast.types.flatMap((type) => keysAt(type, path));
    case "TupleType":
      return path.length === 0 ? [] : ast.rest.flatMap((rest) => keysAt(rest.type, path.slice(1)));
    case "TypeLiteral": {
      if (path.length === 0) return ast.propertySignatures.map(({ name }) => String(name));
      const property = ast.propertySignatures.find(({ name }) => name === path[0]) ?? ast.indexSignatures[0];
      return property === undefined ? [] : keysAt(property.type, path.slice(1));
    }
    default:
      return [];
  }
}
