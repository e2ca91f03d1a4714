const ROW = '{"prompt": "...", "target_direction": 1, "metadata": {"date": "2024-02-01"}}';
const MOST_KEYS = 8;

/**
 * What a text is instead of the lines of an eval set, and what makes it one; null where its own first mistake says more.
 *
 * @param name What the file is called.
 */
export function otherShape(name: string, text: string): string | null {
  const start = text.replace(/^\ufeff/, "").trimStart();
  const file = `"${name}"`;
  const lines = `"${name.replace(/\.\w+$/, "")}.jsonl"`;
  const whole = parsed(start);
  if (Array.isArray(whole)) {
    return `${file} is a JSON array, and an eval set has a row a line: jq -c '.[]' ${file} > ${lines}`;
  }
  if (isObject(whole) && start.trimEnd().includes("\n")) return overLines(file, whole, lines);
  const [first = ""] = start.split("\n", 1);
  const row = parsed(first);
  if (isObject(row)) return otherKeys(file, row);
  const columns = columnsOf(first);
  if (columns === null) return null;
  return `${file} looks like CSV (${shortened(columns)}), and an eval set has a row of JSON a line, such as ${ROW}`;
}

function overLines(file: string, whole: object, lines: string): string {
  const lists = Object.entries(whole).filter(([, value]) => Array.isArray(value));
  const [list] = lists;
  if (list === undefined || lists.length > 1) {
    return `${file} is one JSON object over several lines, and an eval set has a row a line: jq -c . ${file} > ${lines}`;
  }
  return `${file} is one JSON object, and an eval set has a row a line: jq -c '.[${JSON.stringify(list[0])}][]' ${file} > ${lines}`;
}

/** A header is no row, and a row with the right keys has another fault. */
function otherKeys(file: string, row: object): string | null {
  if ("_cutoff_date" in row || ("prompt" in row && "target_direction" in row)) return null;
  if ("prompt" in row) {
    return `${file} has prompts without target_direction, as a corpus (is_memorized, oos_control) has; init starts from the eval set, whose rows are like ${ROW}`;
  }
  return `${file} has rows with the keys ${shortened(Object.keys(row))}; an eval set has rows like ${ROW}`;
}

function columnsOf(line: string): ReadonlyArray<string> | null {
  if (/^[{"[]?\s*[{[]/.test(line)) return null;
  const separator = ["\t", ";", ","].find((sign) => line.includes(sign));
  if (separator === undefined) return null;
  return line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"));
}

function shortened(names: ReadonlyArray<string>): string {
  const shown = names.slice(0, MOST_KEYS).map((name) => name.slice(0, 40));
  return [...shown, ...(names.length > MOST_KEYS ? ["..."] : [])].join(", ");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
