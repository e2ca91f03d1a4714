import type { AccuracyFinding, Known, ModelAnalysis } from "../contract/mod.ts";
import { type Cells, of, six } from "./_cells.ts";

/** What is left when memory is discounted, and how much of the corpus is memorised. */
export function decisionCells({ decisions, prevalence }: ModelAnalysis): Cells {
  const { clean, cleanShare, nEff, byConfidence } = decisions;
  const { scores, outcomes } = prevalence;
  const interval = of(clean, (value) => value.interval);
  return {
    clean_acc_point: six(of(clean, ({ accuracy }) => accuracy)),
    clean_acc_lo: six(interval?.lo ?? null),
    clean_acc_hi: six(interval?.hi ?? null),
    clean_share: six(cleanShare),
    clean_n_eff: six(nEff),
    aurc: six(byConfidence?.aurc ?? null),
    e_aurc: six(byConfidence?.eAurc ?? null),
    ...Object.fromEntries(
      [0, 1, 2, 3, 4].map((fifth) => [
        `acc_p_fifth_${fifth + 1}`,
        six(decisions.byP[fifth]?.accuracy ?? null),
      ]),
    ),
    pi_hat: six(of(scores, ({ piHat }) => piHat)),
    pi_lo: six(of(scores, ({ piLo }) => piLo)),
    pi_gap: six(of(outcomes, (pi) => pi)),
  };
}

/** What the interval before it rests on. */
export function clusterCells(side: string, found: Known<AccuracyFinding>): Cells {
  const { icc = null, designEffect = null, nEff = null } = of(found, ({ clusters }) => clusters) ?? {};
  return {
    [`icc_${side}`]: six(icc),
    [`design_effect_${side}`]: six(designEffect),
    [`n_eff_${side}`]: six(nEff),
  };
}
