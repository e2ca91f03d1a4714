import type { Report } from "../../contract/mod.ts";
import { four, interval, percent } from "../wording.ts";
import type { ReportedModel } from "./_model.ts";

type Why = (model: ReportedModel, report: Report) => string;

/** The reason of a warning, with the number behind it where there is one. */
export function whyWarned(warning: string, model: ReportedModel, report: Report): string {
  const why = Object.hasOwn(REASONS, warning) ? REASONS[warning] : undefined;
  return why === undefined
    ? `raised by the gate set ${report.gates.name}, or by an endpoint`
    : why(model, report);
}

/** In the words of the gate set where it has any: what it said of the comparison with the majority. */
const notBetter: Why = ({ result, verdict }, { majority }) =>
  verdict.says?.[1] ??
  `MemGuard accuracy ${interval(result.memguardAccuracy)} does not lie above the majority's ${interval(majority.accuracy)}`;

const verdictSentence: Why = ({ found }) => found?.verdict.sentence ?? "the model was not analysed";

const REASONS: Readonly<Record<string, Why>> = {
  "weak-calibration": ({ result }, { gates }) =>
    `MCS-AUC ${four(result.mcsAuc?.point ?? null)} is below ${gates.thresholds["mcs_auc_min"] ?? "its floor"}`,
  "parse-unreliable": ({ result }, { gates }) =>
    `${percent(result.parseSuccessRate)} of the answers could be read, ${percent(gates.thresholds["parse_min"] ?? Number.NaN)} are needed`,
  "not-better-than-baseline": notBetter,
  "no-rows-after-cutoff": ({ verdict }) =>
    verdict.says?.[0] ?? "no evaluation row lies after its training cutoff",
  "undated-rows": () => "rows without a date count neither as before nor as after the cutoff",
  "baseline-assumed": () =>
    "no row lies before the earliest cutoff, so the direction to beat is assumed to be up",
  uncalibrated: ({ result }) => result.reason ?? "it has no calibrator",
  "temperature-not-honoured": () => "the endpoint reports or forces another temperature than was asked for",
  "confounded-corpus": verdictSentence,
  "not-identifiable": verdictSentence,
  "few-dates": () => "rows have dates, but too few to keep whole dates in one fold",
  "calibration-transfer": ({ found }) =>
    found?.transfer.ok === true
      ? `${found.transfer.value.outside} of ${found.transfer.value.rows} evaluation rows lie outside what the calibrator has seen`
      : "too many evaluation rows lie outside what the calibrator has seen",
};
