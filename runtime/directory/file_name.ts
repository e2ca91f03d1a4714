/** Why a run directory takes no file of a name; null where it does. */
export function nameFlaw(name: string): string | null {
  const parts = name.split("/");
  if (parts.length > 2 || !parts.every((part) => PLAIN_NAME.test(part))) {
    return "expected a file name, in one folder at most";
  }
  return OWN_NAMES.has(parts[0] ?? "") ? KEPT_NAME : null;
}

/** Why a name is taken. */
export const KEPT_NAME = "the run keeps a file of that name";

const PLAIN_NAME = /^(?!\.)[^/\\:\p{Cc}]{1,200}$/u;

/** What a run directory holds besides what stages and writers put there. */
const OWN_NAMES = new Set(["answers.jsonl", "config.yaml", "inputs", "run.json"]);
