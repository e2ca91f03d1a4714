import { Console, Effect } from "effect";
import type { Blind, Clearance, Corpora, EvalSet, Values } from "../../plugins/contract/mod.ts";
import { type CheckResult, check } from "../check.ts";
import type { Override } from "../config/mod.ts";
import { printable } from "../printable.ts";
import { launch } from "./launch.ts";
import { table } from "./table.ts";

export interface CheckFlags {
  readonly set?: ReadonlyArray<Override>;
  readonly json?: boolean;
  /** False with `--no-blind`. */
  readonly blind?: boolean;
}

/** `recall-guard check`. */
export function checkCommand(config: string, { set = [], json = false, blind = true }: CheckFlags): void {
  launch(
    Effect.flatMap(check(config, set, { blind }), (found) =>
      Console.log(json ? JSON.stringify(toJson(found), null, 2) : tables(found)),
    ),
  );
}

type Known = Partial<Values<typeof EvalSet | typeof Corpora | typeof Clearance | typeof Blind>>;

function tables(found: CheckResult): string {
  const { clearance }: Known = found.artifacts;
  const {
    spec,
    inputs,
    provider: { keyless },
  } = found;
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
    looks(found.artifacts),
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
    keyless === null ? "" : `A run would not begin yet: ${printable(keyless)}`,
    "Nothing was sent.",
  ];
  return parts.filter((part) => part !== "").join("\n");
}

function sizes({ evalSet, corpora }: Known): string {
  if (evalSet === undefined || corpora === undefined) return "";
  const { isMemorized, oosControl } = corpora;
  return `Rows: ${evalSet.size} evaluation, ${isMemorized.size} memorised, ${oosControl.size} control`;
}

/** What the prompts alone give away. */
function looks({ blind }: Known): string {
  if (blind === undefined) return "";
  const { found } = blind;
  if (!found.ok) return `Blind look at the corpora: none (${found.reason})`;
  const { auc, isSeparable, clues } = found.value;
  const [point, lo, hi] = [auc.point, auc.lo, auc.hi].map((value) => value.toFixed(3));
  const says = isSeparable ? "the prompts alone tell them apart" : "the prompts alone do not tell them apart";
  const lines = clues.map(({ words, auc }) => `  ${printable(words)} (AUC ${auc.toFixed(3)})`);
  const wayOut = isSeparable ? ["  Write both corpora alike, or take out what tells them apart"] : [];
  return [`Blind look at the corpora: AUC ${point} [${lo}, ${hi}], ${says}`, ...lines, ...wayOut].join("\n");
}

function toJson({ spec, provider, study, inputs, warnings, artifacts }: CheckResult) {
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
    blind: blindJson(artifacts),
    missing_key: provider.keyless,
    warnings,
  };
}

function blindJson({ blind }: Known) {
  if (blind === undefined) return null;
  const { found } = blind;
  if (!found.ok) return { reason: found.reason };
  const { auc, isSeparable, members, controls, clues } = found.value;
  return { auc, is_separable: isSeparable, members, controls, clues, reason: null };
}

function keys(artifacts: ReadonlyArray<{ readonly key: string }>): string {
  return artifacts.map(({ key }) => key).join(", ");
}
