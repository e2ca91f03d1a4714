import type { ModelEvalResult, Verdict } from "../plugins/contract/mod.ts";

/** Why verdicts are not one a model in the order of the results; null where they are. */
export function miscounted(
  verdicts: ReadonlyArray<Verdict>,
  results: ReadonlyArray<ModelEvalResult>,
): string | null {
  if (!Array.isArray(verdicts)) return "gives no list of verdicts; judge has to give one a result";
  if (verdicts.length !== results.length) {
    return `gives ${verdicts.length} verdicts on ${results.length} models; judge has to give one a result`;
  }
  const at = results.findIndex(({ model }, i) => verdicts[i]?.model !== model);
  if (at < 0) return shapeless(verdicts);
  const [said, expected] = [verdicts[at]?.model, results[at]?.model].map((name) => JSON.stringify(name));
  return `gives as verdict ${at + 1} one on ${said} where ${expected} stands; keep the order of the results`;
}

function shapeless(verdicts: ReadonlyArray<Verdict>): string | null {
  const wrong = verdicts.find(
    ({ components, survives, warnings }) =>
      typeof components !== "object" ||
      components === null ||
      typeof survives !== "boolean" ||
      !(Array.isArray(warnings) && warnings.every((warning) => typeof warning === "string")),
  );
  return wrong === undefined
    ? null
    : `gives a verdict on ${JSON.stringify(wrong.model)} without components, survives as true or false, or warnings as texts`;
}

/** Why scores do not put all models in one order; null where they do. */
export function unordered(verdicts: ReadonlyArray<Verdict>): string | null {
  const wrong = verdicts.find(({ score }) => !Number.isFinite(score));
  return wrong === undefined
    ? null
    : `scores ${JSON.stringify(wrong.model)} ${String(wrong.score)}, which has no place in an order; give 0 to a model that has no score, and a blocking warning`;
}

/** Where a verdict does not say why it removes a model, or removes none although it says why. */
export function unexplained(
  verdicts: ReadonlyArray<Verdict>,
  blocking: ReadonlyArray<string>,
): string | null {
  for (const { model, survives, warnings } of verdicts) {
    const blocks = warnings.filter((warning) => blocking.includes(warning));
    const name = JSON.stringify(model);
    if (!survives && blocks.length === 0) {
      return `removes ${name} without one of its blocking warnings (${blocking.join(", ")}); name the gate that it did not pass`;
    }
    if (survives && blocks.length > 0) {
      return `lets ${name} survive with the blocking warning "${blocks[0]}"; it blocks, or is not in blocking`;
    }
  }
  return null;
}

/** Where a number is missing and nothing says why. */
export function reasonless(verdicts: ReadonlyArray<Verdict>): string | null {
  const wrong = verdicts.find(
    ({ components, details = {}, warnings, says = [] }) =>
      [...Object.values(components), ...Object.values(details)].includes(null) &&
      warnings.length + says.length === 0,
  );
  return wrong === undefined
    ? null
    : `has null among the numbers of ${JSON.stringify(wrong.model)} and neither a warning nor a sentence in says that tells why`;
}

/** Where a number is none; null where every one is. */
export function notANumber(verdicts: ReadonlyArray<Verdict>): string | null {
  for (const { model, components, details = {} } of verdicts) {
    const numbers = Object.entries({ ...components, ...details });
    const wrong = numbers.find(([, value]) => value !== null && !Number.isFinite(value));
    if (wrong !== undefined) {
      return `gives ${String(wrong[1])} as ${wrong[0]} of ${JSON.stringify(model)}; where there is no number, give null`;
    }
  }
  return null;
}

/** Where a score is of another kind. One that came out as NaN stands last. */
function scoreless(verdicts: ReadonlyArray<Verdict>): string | null {
  const wrong = verdicts.find(({ score }) => typeof score !== "number");
  return wrong === undefined
    ? null
    : `scores ${JSON.stringify(wrong.model)} ${String(wrong.score)}, which is no number`;
}

/** What is wrong with the verdicts of a gate set, the first fault; null where they can be ranked and told. */
export function verdictFlaw(
  verdicts: ReadonlyArray<Verdict>,
  results: ReadonlyArray<ModelEvalResult>,
  blocking: ReadonlyArray<string>,
): string | null {
  return (
    miscounted(verdicts, results) ??
    scoreless(verdicts) ??
    unexplained(verdicts, blocking) ??
    notANumber(verdicts)
  );
}
