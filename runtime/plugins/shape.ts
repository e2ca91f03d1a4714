import { Either } from "effect";
import { type AnyStage, type Kinds, type Plugin, Schema } from "../../plugins/contract/mod.ts";
import { type Field, field, flaw, isFunction, isText } from "./_fields.ts";

/** What a config can name from outside. */
export type Kind = keyof Kinds | "stage";

/** The kinds in words. */
export const CALLED: Readonly<Record<Kind, string>> = {
  provider: "provider",
  gates: "gate set",
  report: "report writer",
  stage: "stage",
};

/** A module's default export as the plugin of a kind; the error says why it is none. */
export function readPlugin<K extends keyof Kinds>(module: object, kind: K): Either.Either<Plugin<K>, string> {
  return Either.flatMap(readDefault(module, kind), (found) =>
    isPlugin(found, kind) ? Either.right(found) : Either.left(unmade(kind, flaw(found, PLUGIN))),
  );
}

/** A module's default export as a stage; the error says why it is none. */
export function readStage(module: object): Either.Either<AnyStage, string> {
  return Either.flatMap(readDefault(module, "stage"), (found) =>
    isStage(found) ? Either.right(found) : Either.left(unmade("stage", flaw(found, STAGE))),
  );
}

const isArtifacts = (value: unknown) =>
  Array.isArray(value) && value.every((item) => isText(field(item, "key")));

const NAME: Field = { name: "name", holds: isText, expected: "a text" };
const OPTIONS: Field = {
  name: "options",
  holds: Schema.isSchema,
  expected: "a schema made with the Schema of recall-guard/plugin",
};
const PLUGIN: ReadonlyArray<Field> = [
  NAME,
  { name: "version", holds: isText, expected: "a text" },
  OPTIONS,
  { name: "make", holds: isFunction, expected: "a function" },
];
const STAGE: ReadonlyArray<Field> = [
  NAME,
  { name: "needs", holds: isArtifacts, expected: "a list of artifacts" },
  { name: "gives", holds: isArtifacts, expected: "a list of artifacts" },
  OPTIONS,
  { name: "run", holds: isFunction, expected: "a function" },
];

function isPlugin<K extends keyof Kinds>(found: object, _kind: K): found is Plugin<K> {
  return flaw(found, PLUGIN) === undefined;
}

function isStage(found: object): found is AnyStage {
  return flaw(found, STAGE) === undefined;
}

/** The default export once it is an object of the right kind. */
function readDefault(module: object, kind: Kind): Either.Either<object, string> {
  if (!("default" in module)) {
    return Either.left(`it has no default export; expected export default ${maker(kind)}({ ... })`);
  }
  const found = module.default;
  const says = field(found, "kind");
  if (typeof found !== "object" || found === null || !isKind(says)) return Either.left(unmade(kind));
  if (says === kind) return Either.right(found);
  return Either.left(`it is a ${CALLED[says]}, and a ${CALLED[kind]} is expected here`);
}

function isKind(value: unknown): value is Kind {
  return typeof value === "string" && Object.hasOwn(CALLED, value);
}

function unmade(kind: Kind, flaw?: Field): string {
  const why = flaw === undefined ? "" : `: expected ${flaw.expected} as its "${flaw.name}"`;
  return `its default export is not made by ${maker(kind)}${why}`;
}

function maker(kind: Kind): string {
  return kind === "stage" ? "defineStage" : "definePlugin";
}
