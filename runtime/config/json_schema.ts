import { type AnyStage, type Plugin, Schema } from "../../plugins/contract/mod.ts";
import { catalogue, published } from "../../plugins/mod.ts";
import { stages } from "../../stages/mod.ts";
import { FILE_USE, PACKAGE_USE } from "../plugins/mod.ts";
import { DESCRIPTIONS } from "./_descriptions.ts";
import { type JsonSchema, object, part, schemaOf, trySchemaOf, withDefaults } from "./_schema_of.ts";
import { isOptional, propertiesOf } from "./options.ts";
import { Config } from "./schema.ts";

type Configurable = AnyStage | Plugin<"provider"> | Plugin<"gates"> | Plugin<"report">;

/**
 * The JSON schema of a config, for editors: made from the schema that decodes configs and the options of everything
 * built in. What it cannot say stays open: options of plugins from outside, addresses, the order of stages.
 */
export async function configSchema(): Promise<JsonSchema> {
  const [provider, gates, report] = await Promise.all([
    bring(catalogue.provider),
    bring(catalogue.gates),
    bring(catalogue.report),
  ]);
  const uses = [provider, gates, report, stages].map(useOf);
  const [useProvider = {}, useGates = {}, useReport = {}, useStage = {}] = uses;
  const { properties, $defs, ...root } = schemaOf(Config);
  const keys = part(properties);
  return {
    ...root,
    title: "A recall-guard pipeline",
    properties: described({
      ...keys,
      provider: useProvider,
      gates: useGates,
      reports: { ...part(keys["reports"]), items: useReport },
      stages: { ...part(keys["stages"]), items: useStage },
    }),
    $defs: { ...part($defs), outside: OUTSIDE },
  };
}

/** The JSON schema of `report.json`, for programs that read it. */
export async function reportSchema(): Promise<JsonSchema> {
  const { default: schema } = await published.report();
  return schemaOf(schema);
}

/** A file or a package. */
const OUTSIDE: JsonSchema = {
  title: "a plugin of your own: ./file.ts or npm:package",
  type: "string",
  anyOf: [{ pattern: FILE_USE.source }, { pattern: PACKAGE_USE.source }],
};

async function bring<A>(plugins: Readonly<Record<string, () => Promise<{ readonly default: A }>>>) {
  const modules = await Promise.all(Object.values(plugins).map((load) => load()));
  return modules.map((module) => module.default);
}

/** What may stand where something is named: a name, a file or a package, with or without its options. */
function useOf(items: ReadonlyArray<Configurable>): JsonSchema {
  const outside = { $ref: "#/$defs/outside" };
  const bare = items.filter(isOptional).map(({ name }) => name);
  return {
    anyOf: [
      ...(bare.length === 0 ? [] : [{ title: "a name", enum: bare }]),
      outside,
      ...items.map((item) =>
        object({ use: { enum: [item.name] }, with: optionsSchema(item) }, required(item)),
      ),
      object({ use: outside, with: { type: "object" } }, ["use"]),
    ],
  };
}

function required(item: Configurable): ReadonlyArray<string> {
  return isOptional(item) ? ["use"] : ["use", "with"];
}

/** The options of a plugin or stage; a key is open where a JSON schema cannot say what its decoder asks. */
function optionsSchema({ options }: Configurable): JsonSchema {
  const whole = trySchemaOf(options);
  if (whole !== null) return whole;
  const keys = propertiesOf(options.ast);
  const properties = keys.map(({ name, type }) => [name, trySchemaOf(Schema.make(type)) ?? {}]);
  return withDefaults(
    object(
      Object.fromEntries(properties),
      keys.filter(({ isOptional }) => !isOptional).map(({ name }) => String(name)),
    ),
    options.ast,
  );
}

function described(properties: JsonSchema): JsonSchema {
  const descriptions: Readonly<Record<string, string>> = DESCRIPTIONS;
  return Object.fromEntries(
    Object.entries(properties).map(([key, value]) => [
      key,
      { ...part(value), description: descriptions[key] },
    ]),
  );
}
