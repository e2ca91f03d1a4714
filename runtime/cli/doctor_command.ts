import { Console, Effect } from "effect";
import { DoctorFailed } from "../../plugins/contract/mod.ts";
import { probabilityText } from "../../stages/math/mod.ts";
import type { Override } from "../config/mod.ts";
import { type Diagnosis, doctor, type Examined, type Finding } from "../doctor/mod.ts";
import { printable } from "../printable.ts";
import { launch } from "./launch.ts";
import { table } from "./table.ts";

export interface DoctorFlags {
  readonly set?: ReadonlyArray<Override>;
  readonly json?: boolean;
}

/** `recall-guard doctor`. */
export function doctorCommand(config: string, { set = [], json = false }: DoctorFlags): void {
  launch(
    Effect.gen(function* () {
      const diagnosis = yield* doctor(config, set);
      yield* Console.log(json ? JSON.stringify(toJson(diagnosis), null, 2) : inWords(diagnosis));
      if (diagnosis.budget !== null) return yield* diagnosis.budget;
      const unusable = diagnosis.models.filter(({ usable }) => !usable);
      const faults = [...unusable.map(sentence), ...instrumentFault(diagnosis)];
      if (faults.length > 0) return yield* new DoctorFailed({ message: faults.join("\n") });
    }),
  );
}

function toJson({ endpoint, models, instrument, budget }: Diagnosis) {
  return { endpoint, models, instrument, ended: budget?.message ?? null };
}

function instrumentFault({ instrument }: Diagnosis): ReadonlyArray<string> {
  return instrument.ok === false ? [`instrument-failed: ${instrument.reason}`] : [];
}

const MARK: Readonly<Record<Finding["status"], string>> = {
  ok: "ok",
  warning: "warning",
  failed: "FAILED",
  unmeasured: "—",
};

const STATE: Readonly<Record<string, string>> = {
  true: "works",
  false: "FAILED",
  null: "was not checked",
};

function inWords({ endpoint, models, instrument }: Diagnosis): string {
  const rows = models.flatMap(({ model, findings }) =>
    findings.map(({ check, status, says }, i) =>
      [i === 0 ? model : "", check, MARK[status], says].map(printable),
    ),
  );
  const bad = models.filter(({ usable }) => !usable).length;
  return [
    `Endpoint: ${printable(endpoint)}`,
    table(["Model", "Check", "", "Measured"], rows),
    ...(instrument.controls.length === 0 ? [] : [controlTable(instrument.controls)]),
    `${models.length - bad} of ${models.length} models can be used; the instrument ${STATE[String(instrument.ok)]}.`,
  ].join("\n");
}

function controlTable(controls: Diagnosis["instrument"]["controls"]): string {
  return table(
    ["Control", "Has to show", "AUC", "p", ""],
    controls.map(({ control, expects, auc, p, passed }) => [
      control,
      expects,
      auc?.point.toFixed(3) ?? "—",
      p === null ? "—" : pWords(p),
      passed ? MARK.ok : MARK.failed,
    ]),
  );
}

function pWords(p: number): string {
  return probabilityText(p, 3, { canBeCertain: true });
}

function sentence({ model, findings }: Examined): string {
  const failed = findings.filter(({ status }) => status === "failed");
  return printable(
    `Cannot use "${model}": ${failed.map(({ check, says }) => `${check} (${says})`).join("; ")}`,
  );
}
