import type { AccuracyFinding, Known, MajorityBaseline, ModelAnalysis } from "../../contract/mod.ts";
import { interval } from "../wording.ts";
import { compose, type Figure } from "./_compose.ts";
import { hatched } from "./_hatch.ts";
import { type IntervalRow, intervalStrip } from "./_interval_rows.ts";
import { legendStrip } from "./_legend.ts";
import { configurePaperStyle, lookOf } from "./style.ts";

/** Accuracy of models, with what the most frequent direction gets. */
export interface AccuracyInput {
  readonly models: ReadonlyArray<Pick<ModelAnalysis, "model" | "outcomes">>;
  readonly majority: MajorityBaseline;
}

const NAME = "accuracy";

/** Accuracy with 95 % intervals before and after each model's cutoff, against the majority band. */
export function plotAccuracyWithCi(
  { models, majority }: AccuracyInput,
  style = configurePaperStyle(),
): Figure {
  const [before, after, grey] = [lookOf(style, 1), lookOf(style, 0), "#777777"];
  const hatch = { number: 0, color: grey, angle: 45, step: 3 };
  const rows = (side: "before" | "after") =>
    models.map(({ model, outcomes }, row) => rowOf({ model, row, side }, outcomes[side]));
  const series = [
    { look: before, rows: rows("before") },
    { look: after, rows: rows("after") },
  ];
  const { point, lo, hi } = majority.accuracy;
  const says = `always saying ${majority.direction}: ${interval(majority.accuracy)}`;
  const band = {
    bound: majority.accuracy,
    fill: hatched(NAME, hatch),
    stroke: "currentColor",
    facts: { band: "majority", direction: majority.direction, point, lo, hi },
    says,
  };
  return compose(
    {
      name: NAME,
      title: "Accuracy before and after the training cutoff",
      caption:
        "Share of readable answers whose direction is right, before and after each model's training cutoff, with 95 % intervals clustered by date; the hatched band is what the most frequent direction of the eval set gets, with its 95 % interval. Where the accuracy before is above the accuracy after, the model may remember how things ended.",
      words: [says, ...series.flatMap(({ rows }) => rows.map((row) => row.says))],
      hatches: [hatch],
      strips: [
        legendStrip(
          [
            { kind: "marker", look: before, label: "before the cutoff" },
            { kind: "marker", look: after, label: "after" },
            { kind: "area", fill: band.fill, stroke: grey, label: "majority" },
          ],
          style,
        ),
        intervalStrip(
          {
            models: models.map(({ model }) => model),
            series,
            band,
            chance: null,
            label: "Accuracy (share right, 95 % interval)",
          },
          style,
        ),
      ],
    },
    style,
  );
}

function rowOf(
  { model, row, side }: { readonly model: string; readonly row: number; readonly side: "before" | "after" },
  found: Known<AccuracyFinding>,
): IntervalRow {
  const place = `${model}, ${side} the cutoff`;
  if (!found.ok) {
    const facts = { model, side, point: null, lo: null, hi: null };
    return { row, bound: null, reason: found.reason, facts, says: `${place}: none, ${found.reason}` };
  }
  const { accuracy, rows, dates } = found.value;
  return {
    row,
    bound: accuracy,
    reason: "",
    facts: { model, side, ...accuracy, rows, dates },
    says: `${place}: ${interval(accuracy)} over ${rows} rows on ${dates} dates`,
  };
}
