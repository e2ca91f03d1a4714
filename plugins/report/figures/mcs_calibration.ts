import * as Plot from "@observablehq/plot";
import type { CalibrationFinding, ModelAnalysis, ReliabilityStep } from "../../contract/mod.ts";
import { fixed } from "../wording.ts";
import { compose, type Figure } from "./_compose.ts";
import { hatched } from "./_hatch.ts";
import { legendStrip } from "./_legend.ts";
import { type Telling, telling } from "./_marks.ts";
import { type Panel, panelsStrip } from "./_panels.ts";
import { AXIS, type Chart } from "./_plot.ts";
import { configurePaperStyle, lookOf, type PaperStyle } from "./style.ts";

const NAME = "mcs_calibration";
const HATCH = { number: 0, angle: 90, step: 2.5 };
const HEIGHT = 114;

/** Share of a panel's height that the fullest bin's count takes. */
const COUNT_SHARE = 0.2;

/** Reliability of `p_memorized`: what was predicted against what was so, bin by bin, with counts and ECE. */
export function plotMcsCalibration(
  models: ReadonlyArray<Pick<ModelAnalysis, "model" | "calibration">>,
  style = configurePaperStyle(),
): Figure {
  const look = lookOf(style, 0);
  const counts = lookOf(style, 1).color;
  const panels = models.map((found) => panelOf(found, style));
  return compose(
    {
      name: NAME,
      title: "Reliability of p_memorized",
      caption:
        "Out-of-fold p_memorized of the calibration rows in bins of about equal size: the mean prediction against the share of rows that are of the memorised corpus. On the dashed line, a probability means what it says. The bars on the ground are the rows of each bin; ECE is the expected calibration error with its 95 % interval.",
      words: models.flatMap(wordsOf),
      hatches: [{ ...HATCH, color: counts }],
      strips: [
        legendStrip(
          [
            { kind: "marker", look, label: "bin of rows" },
            { kind: "area", fill: hatched(NAME, HATCH), stroke: counts, label: "its rows" },
            { kind: "line", dash: "3 2", label: "calibrated" },
          ],
          style,
        ),
        panelsStrip(panels, HEIGHT, style),
      ],
    },
    style,
  );
}

function panelOf(
  { model, calibration }: Pick<ModelAnalysis, "model" | "calibration">,
  style: PaperStyle,
): Panel {
  if (!calibration.ok) return { model, lines: [], chart: { reason: calibration.reason } };
  const { value } = calibration;
  return { model, lines: [eceWords(value), countWords(value)], chart: () => optionsOf(model, value, style) };
}

function eceWords({ ece }: CalibrationFinding): string {
  if (!ece.ok) return `ECE — ${ece.reason}`;
  const { point, lo, hi } = ece.value;
  return `ECE ${fixed(point, 3)} [${fixed(lo, 3)}, ${fixed(hi, 3)}]`;
}

function countWords({ bins, rows }: CalibrationFinding): string {
  const counts = bins.map((bin) => bin.rows);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return `${rows} rows, ${least === most ? least : `${least}–${most}`} a bin`;
}

interface Bin extends Telling, ReliabilityStep {
  /** Height of its count's bar. */
  readonly bar: number;
}

function optionsOf(model: string, found: CalibrationFinding, style: PaperStyle): Chart["options"] {
  const { color, symbol } = lookOf(style, 0);
  const bins = binsOf(model, found);
  const axis = { ...AXIS, domain: [0, 1], ticks: 3 };
  return {
    marginTop: 8,
    marginLeft: 28,
    marginRight: 6,
    marginBottom: 28,
    x: { ...axis, label: "Predicted", labelOffset: 24 },
    y: { ...axis, label: "Memorised (share)", labelOffset: 24 },
    marks: [
      Plot.frame({ strokeOpacity: 0.4 }),
      Plot.rect(bins, {
        x1: ({ predicted }: Bin) => Math.max(0, predicted - 0.015),
        x2: ({ predicted }: Bin) => Math.min(1, predicted + 0.015),
        y1: 0,
        y2: "bar",
        fill: hatched(NAME, HATCH),
        stroke: lookOf(style, 1).color,
        strokeWidth: 0.5,
      }),
      Plot.line(DIAGONAL, { strokeDasharray: "3 2", strokeWidth: 0.8 }),
      Plot.line(bins, { x: "predicted", y: "observed", stroke: color, strokeWidth: 0.8 }),
      Plot.dot(bins, {
        x: "predicted",
        y: "observed",
        r: 2.4,
        symbol,
        fill: color,
        stroke: "currentColor",
        strokeWidth: 0.4,
        ...telling(bins),
      }),
    ],
  };
}

const DIAGONAL: ReadonlyArray<[number, number]> = [
  [0, 0],
  [1, 1],
];

function binsOf(model: string, { bins, ece }: CalibrationFinding): ReadonlyArray<Bin> {
  const most = Math.max(...bins.map(({ rows }) => rows));
  return bins.map((bin, place) => ({
    ...bin,
    bar: (COUNT_SHARE * bin.rows) / most,
    facts: { model, bin: place, ...bin, ece: ece.ok ? ece.value.point : null },
    says: `${model}, bin ${place + 1}: ${binWords(bin)}`,
  }));
}

function binWords({ rows, predicted, observed }: ReliabilityStep): string {
  return `predicted ${fixed(predicted, 3)}, memorised ${fixed(observed, 3)}, ${rows} rows`;
}

function wordsOf({
  model,
  calibration,
}: Pick<ModelAnalysis, "model" | "calibration">): ReadonlyArray<string> {
  if (!calibration.ok) return [`${model}: none, ${calibration.reason}`];
  return [`${model}: ${eceWords(calibration.value)}, ${calibration.value.bins.map(binWords).join("; ")}`];
}
