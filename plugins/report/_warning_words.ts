const WORDS: Readonly<Record<string, string>> = {
  "weak-calibration": "The answers hardly tell the corpora apart",
  "parse-unreliable": "Too many answers could not be read",
  "not-better-than-baseline": "The model does not beat the baseline",
  uncalibrated: "The model has no calibrator, so nothing is known of its memory",
  "no-rows-after-cutoff": "No evaluation row lies after the model's training cutoff",
  "undated-rows": "Some of the rows that were judged have no date",
  "baseline-assumed": "No row lies before the earliest cutoff, so the direction to beat is assumed",
  "temperature-not-honoured": "The endpoint reports or forces another temperature",
  "confounded-corpus":
    "The prompts alone tell the corpora apart, and the answers add nothing of their own; write both corpora alike",
  "not-identifiable": "Memory and looks cannot be told apart on these corpora",
  "few-dates": "Rows have dates, but too few to keep whole dates in one fold",
  "calibration-transfer": "Many evaluation rows lie outside what the calibrator has seen",
};

/** What a warning means, in words; one that a plugin raises speaks for itself. */
export function warningWords(warning: string): string {
  return Object.hasOwn(WORDS, warning) ? (WORDS[warning] ?? warning) : warning;
}
