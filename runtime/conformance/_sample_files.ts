/** Rows of each corpus, which is more than a calibration needs. */
const CORPUS = 60;
/** Rows of the eval set from each corpus; a model that knows the first by heart beats any baseline. */
const KNOWN = 30;
const UNKNOWN = 10;

type Files = Readonly<Record<string, string>>;

/** The controls' inputs at the size of a moment, with an eval set that lies on both sides of the cutoff. */
export function sampleFiles(files: Files): Files {
  const members = linesOf(files, "is_memorized.jsonl").slice(0, CORPUS);
  const controls = linesOf(files, "oos_control.jsonl").slice(0, CORPUS);
  const exam = linesOf(files, "exam.jsonl");
  return {
    ...files,
    "is_memorized.jsonl": members.join(""),
    "oos_control.jsonl": controls.join(""),
    "eval.jsonl": [
      ...exam.slice(0, KNOWN).map((line, i) => evaluated(line, `2023-05-${dayOf(i)}`)),
      ...controls.slice(0, UNKNOWN).map((line, i) => evaluated(line, `2023-08-${dayOf(i)}`)),
    ].join(""),
  };
}

function linesOf(files: Files, name: string): ReadonlyArray<string> {
  return (files[name] ?? "").split("\n").map((line) => `${line}\n`);
}

function dayOf(row: number): string {
  return String(1 + (row % 10)).padStart(2, "0");
}

/** What was answered is what came true; where no answer is known, it went down. */
function evaluated(line: string, date: string): string {
  const target = line.includes("Direction: 1\\n") ? 1 : -1;
  return `${JSON.stringify({ prompt: JSON.parse(line).prompt, target_direction: target, metadata: { date } })}\n`;
}
