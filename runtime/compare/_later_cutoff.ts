import type { RunFiles } from "./_run_files.ts";
import type { Written } from "./_written.ts";

/** The later of a model's two cutoffs, up to which one of the two may have read. */
export function laterCutoff(model: string, a: RunFiles, b: RunFiles): Written<string> {
  const [was, is] = [cutoffOf(model, a, "A"), cutoffOf(model, b, "B")];
  if (!was.ok) return was;
  if (!is.ok) return is;
  return was.value > is.value ? was : is;
}

function cutoffOf(model: string, { cutoffs }: RunFiles, run: "A" | "B"): Written<string> {
  const because = (why: string) => ({ ok: false, reason: `its cutoff is not known, ${why}` }) as const;
  if (!cutoffs.ok) return because(cutoffs.reason);
  const value = cutoffs.value.get(model);
  return value === undefined ? because(`it is not in the registry of ${run}`) : { ok: true, value };
}
