import Table from "cli-table3";
import { Console, Effect } from "effect";
import type { Clearance, Corpora, EvalSet, Values } from "../../plugins/contract/mod.ts";
import { type CheckResult, check } from "../check.ts";
import type { Override } from "../config/mod.ts";
import { launch } from "./launch.ts";

export interface CheckFlags {
  readonly set?: ReadonlyArray<Override>;
  readonly json?: boolean;
}

/** `recall-guard check`. */
export function checkCommand(config: string, { set = [], json = false }: CheckFlags): void {
  launch(
    Effect.flatMap(check(config, set), (found) =>
      Console.log(json ? JSON.stringify(toJson(found), null, 2) : tables(found)),
    ),
  );
}

type Known = Partial<Values<typeof EvalSet | typeof Corpora | typeof Clearance>>;

function tables(found: CheckResult): string {
  const { clearance }: Known = found.artifacts;
  const { spec, inputs } = found;
  const parts = [
    `Provider: ${spec.provider.item.name}   Gates: ${spec.gates.item.name}   Reports: ${spec.reports.map(({ item }) => item.name).join(", ")}`,
    table(
      ["Stage", "Needs", "Gives"],
      spec.pipeline.stages.map(({ name, needs, gives }) => [name, keys(needs), keys(gives)]),
    ),
    table(
      ["Input", "Bytes", "SHA-256"],
      inputs.map(({ name, bytes, sha256 }) => [name, String(bytes), sha256.slice(0, 16)]),
    ),
    sizes(found.artifacts),
    clearance === undefined
      ? ""
      : table(
          ["Model", "Trained through", "Rows on or before", "Rows after", "Undated"],
          clearance.models.map(({ model, cutoff, before, after, undated }) => [
            model,
            cutoff,
            String(before),
            String(after),
            String(undated),
          ]),
        ),
    "Nothing was sent.",
  ];
  return parts.filter((part) => part !== "").join("\n");
}

function sizes({ evalSet, corpora }: Known): string {
  if (evalSet === undefined || corpora === undefined) return "";
  const { isMemorized, oosControl } = corpora;
  return `Rows: ${evalSet.size} evaluation, ${isMemorized.size} memorised, ${oosControl.size} control`;
}

function toJson({ spec, study, inputs, warnings, artifacts }: CheckResult) {
  const { clearance, evalSet, corpora }: Known = artifacts;
  return {
    config: spec.config,
    stages: spec.pipeline.stages.map(({ name, needs, gives }) => ({
      name,
      needs: needs.map(({ key }) => key),
      gives: gives.map(({ key }) => key),
    })),
    models: study.models,
    inputs,
    rows: {
      eval_set: evalSet?.size ?? null,
      is_memorized: corpora?.isMemorized.size ?? null,
      oos_control: corpora?.oosControl.size ?? null,
    },
    cutoffs: clearance?.models ?? null,
    verifiable: clearance?.verifiable ?? null,
    warnings,
  };
}

function keys(artifacts: ReadonlyArray<{ readonly key: string }>): string {
  return artifacts.map(({ key }) => key).join(", ");
}

function table(head: Array<string>, rows: Array<Array<string>>): string {
  const drawn = new Table({ head, style: { head: [], border: [], compact: true } });
  drawn.push(...rows);
  return drawn.toString();
}
