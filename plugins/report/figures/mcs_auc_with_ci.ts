import type { BlindFinding, Known, ModelEvalResult } from "../../contract/mod.ts";
import { interval } from "../wording.ts";
import { compose, type Figure, notesStrip } from "./_compose.ts";
import { hatched } from "./_hatch.ts";
import { type IntervalBand, type IntervalRow, intervalStrip } from "./_interval_rows.ts";
import { type LegendItem, legendStrip } from "./_legend.ts";
import { absent, columnsIn, fitted } from "./_text.ts";
import { configurePaperStyle, lookOf, widthOf } from "./style.ts";

/** How far answers tell the corpora apart, and how far the prompts alone do. */
export interface McsAucInput {
  readonly results: ReadonlyArray<Pick<ModelEvalResult, "model" | "mcsAuc" | "reason">>;
  readonly blind: Known<BlindFinding>;
}

const NAME = "mcs_auc";
const HATCH = { number: 0, angle: -45, step: 3 };

/** MCS-AUC with 95 % intervals against the AUC of the prompts alone. */
export function plotMcsAucWithCi({ results, blind }: McsAucInput, style = configurePaperStyle()): Figure {
  const look = lookOf(style, 0);
  const color = lookOf(style, 1).color;
  const rows = results.map(rowOf);
  const band = blind.ok ? bandOf(blind.value, color) : null;
  const missing = blind.ok
    ? []
    : fitted(absent(`blind baseline: ${blind.reason}`), columnsIn(widthOf(style), style), 3);
  const items: ReadonlyArray<LegendItem> = [
    { kind: "marker", look, label: "answers" },
    ...(band === null
      ? []
      : [{ kind: "area", fill: band.fill, stroke: color, label: "prompts alone (blind)" } as const]),
    { kind: "line", dash: "1 2", label: "chance" },
  ];
  return compose(
    {
      name: NAME,
      title: "MCS-AUC against the blind baseline",
      caption:
        "How well the calibrator tells memorised from control questions by a model's answers, on rows it was not fitted on, with 95 % intervals; the hatched band is the AUC of the prompts alone, read without any model. An AUC inside the band may come from how the corpora are written.",
      words: [
        band === null ? `blind baseline: none, ${blind.ok ? "" : blind.reason}` : band.says,
        ...rows.map(({ says }) => says),
      ],
      hatches: [{ ...HATCH, color }],
      strips: [
        legendStrip(items, style),
        intervalStrip(
          {
            models: results.map(({ model }) => model),
            series: [{ look, rows }],
            band,
            chance: 0.5,
            label: "MCS-AUC (95 % interval)",
          },
          style,
        ),
        notesStrip(missing, style),
      ],
    },
    style,
  );
}

function bandOf({ auc, members, controls }: BlindFinding, stroke: string): IntervalBand {
  const { point, lo, hi } = auc;
  return {
    bound: auc,
    fill: hatched(NAME, HATCH),
    stroke,
    facts: { band: "blind", point, lo, hi, members, controls },
    says: `prompts alone: ${interval(auc)} over ${members} memorised and ${controls} control prompts`,
  };
}

function rowOf({ model, mcsAuc, reason }: McsAucInput["results"][number], row: number): IntervalRow {
  if (mcsAuc === null) {
    const why = reason ?? "it has no AUC";
    const facts = { model, point: null, lo: null, hi: null };
    return { row, bound: null, reason: why, facts, says: `${model}: none, ${why}` };
  }
  return {
    row,
    bound: mcsAuc,
    reason: "",
    facts: { model, ...mcsAuc },
    says: `${model}: ${interval(mcsAuc)}`,
  };
}
