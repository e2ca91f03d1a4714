import type { AnyPlugin, AnyStage } from "../../plugins/contract/mod.ts";
import { catalogue } from "../../plugins/mod.ts";
import { stages } from "../../stages/mod.ts";
import { type OptionLine, optionsOf } from "./options.ts";

/** A built-in plugin or stage, as a person chooses it. */
export interface Listed {
  readonly kind: AnyPlugin["kind"] | "stage";
  readonly name: string;
  /** Stages have none: they come with the command. */
  readonly version: string | null;
  readonly options: ReadonlyArray<OptionLine>;
}

/** Everything built in, kind by kind. */
export async function listing(): Promise<ReadonlyArray<Listed>> {
  const loads = Object.values(catalogue).flatMap((plugins) => Object.values<Load>(plugins));
  const plugins = (await Promise.all(loads.map((load) => load()))).map((module) => module.default);
  return [
    ...plugins.map((plugin) => listed(plugin, plugin.version)),
    ...stages.map((stage) => listed(stage, null)),
  ];
}

type Load = () => Promise<{ readonly default: AnyPlugin }>;

function listed(item: AnyPlugin | AnyStage, version: string | null): Listed {
  return { kind: item.kind, name: item.name, version, options: optionsOf(item) };
}
