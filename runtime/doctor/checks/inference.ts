import { type Check, counted, found, share } from "../finding.ts";
import { type Observed, repliesOf } from "../observed.ts";

/** Does the key run the model at all, how fast, and what failed on the way. */
export const inference: Check = {
  name: "inference",
  look: (observed) => {
    const { calls, attempts, ended } = observed;
    const answered = repliesOf(observed).length;
    const failures = failuresOf(observed);
    const measured = { calls: calls.length, answered, attempts: attempts.length, failed: failures.length };
    if (ended !== null && answered === 0) return found("failed", ended, measured);
    if (answered < calls.length) {
      const why = calls.flatMap(({ outcome }) => (outcome._tag === "Failed" ? [outcome.detail] : []));
      return found("failed", `${share(answered, calls.length)} calls answered: ${counted(why)}`, measured);
    }
    if (calls.length === 0) return found("unmeasured", ended ?? "nothing was asked", measured);
    const times = attempts.filter(({ error }) => error === null).map(({ ms }) => ms);
    const range = { min_ms: Math.min(...times), max_ms: Math.max(...times) };
    const says = `${share(answered, calls.length)} calls answered, in ${seconds(range.min_ms)} to ${seconds(range.max_ms)} s`;
    return failures.length === 0
      ? found("ok", says, { ...measured, ...range })
      : found("warning", `${says}, after attempts that failed: ${counted(failures)}`, {
          ...measured,
          ...range,
        });
  },
};

/** Attempts that failed, but for those that the endpoint wanted otherwise. */
function failuresOf({ attempts }: Observed): ReadonlyArray<string> {
  return attempts.flatMap(({ error }) =>
    error === null || error.concession !== null ? [] : [error.message],
  );
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(2);
}
