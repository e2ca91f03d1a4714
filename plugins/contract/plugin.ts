import type { Context, Effect } from "effect";
import type { StudyPlan } from "./artifacts.ts";
import type { ConfigError, CredentialError, InputError, PluginError } from "./errors.ts";
import type { GateSet } from "./gate_set.ts";
import type { ReportWriter } from "./report.ts";
import type { Schema } from "./schema.ts";
import type { Inputs, Provider, Secrets, Seed } from "./services.ts";
import type { PluginEnv } from "./stage.ts";

/** What a provider may ask for while it is made. */
export type ProviderEnv = Seed | Inputs | Secrets | PluginEnv;

/** What `make` gives, by kind. A provider is made in an effect, since it may read keys and files. */
export interface Kinds {
  readonly provider: Effect.Effect<
    Context.Tag.Service<Provider>,
    ConfigError | CredentialError | InputError | PluginError,
    ProviderEnv
  >;
  readonly gates: Context.Tag.Service<GateSet>;
  readonly report: ReportWriter;
}

/** One shape for every kind; `make` runs once the options have been decoded. */
export interface Plugin<Kind extends keyof Kinds, Opt = any> {
  readonly kind: Kind;
  readonly name: string;
  readonly version: string;
  /** Decodes what the config writes under `with:`. */
  readonly options: Schema.Schema<Opt, any>;
  readonly make: (options: Opt) => Kinds[Kind];
}
/** A plugin of any kind. */
export type AnyPlugin = { readonly [Kind in keyof Kinds]: Plugin<Kind> }[keyof Kinds];

/**
 * Declares a plugin.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { Effect, Stream } from "effect";
 * import { definePlugin, Schema } from "recall-guard/plugin";
 *
 * export default definePlugin({
 *   kind: "report",
 *   name: "survivors",
 *   version: "1.0.0",
 *   options: Schema.Struct({ file: Schema.optionalWith(Schema.String, { default: () => "survivors.txt" }) }),
 *   make: ({ file }) => ({
 *     files: ({ verdicts }) => {
 *       const names = verdicts.filter(({ survives }) => survives).map(({ model }) => `${model}\n`);
 *       return Effect.succeed([{ name: file, content: Stream.fromIterable(names) }]);
 *     },
 *   }),
 * });
 * ```
 */
export function definePlugin<Kind extends keyof Kinds, Opt>(plugin: Plugin<Kind, Opt>): Plugin<Kind, Opt> {
  return plugin;
}

/** What a model that is known by construction has to show. */
export type Expectation = "memory" | "nothing" | "confounding";

/** Models that are known by construction, and what it takes to run them: the check of the instrument. */
export interface Controls {
  /** Inputs by name, as text. */
  readonly files: Readonly<Record<string, string>>;
  readonly provider: Plugin<"provider">;
  readonly options: unknown;
  readonly studies: ReadonlyArray<{
    readonly inputs: StudyPlan["inputs"];
    readonly controls: ReadonlyArray<{
      readonly control: string;
      readonly model: string;
      readonly expects: Expectation;
    }>;
  }>;
}
