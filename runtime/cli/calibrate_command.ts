import { Console, Effect } from "effect";
import type { ModelCalibration } from "../../plugins/contract/mod.ts";
import type { Override } from "../config/mod.ts";
import { calibrateModels } from "../scorer/calibrate_models.ts";
import { launch } from "./launch.ts";
import { table } from "./table.ts";
import { terminalTeller } from "./teller.ts";

export interface CalibrateFlags {
  readonly out: string;
  readonly model?: string;
  readonly journal?: string;
  readonly set?: ReadonlyArray<Override>;
  readonly quiet?: boolean;
}

/** `recall-guard calibrate`. */
export function calibrateCommand(config: string, flags: CalibrateFlags): void {
  const { out, model = null, journal = null, set = [], quiet = false } = flags;
  const { teller, last } = terminalTeller({ isQuiet: quiet });
  const options = { config, overrides: set, teller, out, model, journal };
  const told = Effect.flatMap(calibrateModels(options), (calibrators) =>
    quiet ? Effect.void : Console.log(`${table(HEAD, [...calibrators].map(rowOf))}\nCalibrators:\n  ${out}`),
  );
  launch(told, last);
}

const HEAD = ["Model", "MCS-AUC", "Note"];

function rowOf([model, calibration]: readonly [string, ModelCalibration]): Array<string> {
  if (!calibration.ok) return [model, "—", `uncalibrated: ${calibration.reason}`];
  const { validation, isWeak } = calibration.calibrator;
  return [model, validation.auc?.toFixed(4) ?? "—", isWeak ? "weak" : ""];
}
