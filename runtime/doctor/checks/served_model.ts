import { type Check, counted, found, NOTHING_SEEN } from "../finding.ts";
import { reportsOf } from "../observed.ts";

/** Does another model answer than the one that is asked. */
export const servedModel: Check = {
  name: "model",
  look: (observed) => {
    const reports = reportsOf(observed);
    if (reports.length === 0) return NOTHING_SEEN;
    const names = reports.flatMap(({ model }) => (model === null ? [] : [model]));
    if (names.length === 0) return found("ok", "the answers do not say what served them", { served: null });
    const others = names.filter((name) => !isKin(name, observed.model));
    const says = `served by ${counted(names)}`;
    return found(others.length === 0 ? "ok" : "warning", says, {
      served: names[0] ?? null,
      others: others.length,
    });
  },
};

/** A snapshot or a short name of a model is that model. */
function isKin(served: string, asked: string): boolean {
  const [a, b] = [served, asked].map((name) => name.toLowerCase().split("/").at(-1) ?? "");
  return a !== undefined && b !== undefined && (a.startsWith(b) || b.startsWith(a));
}
