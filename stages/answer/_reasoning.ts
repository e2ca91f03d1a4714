const NAMES =
  "think|thinking|thought|thoughts|reason|reasoning|reflection|scratchpad|analysis|rationale|monologue|deliberation|cot";
const NAME = `(?:[a-z]{1,12}[_:-]){0,3}(?:${NAMES})(?:[_-][a-z]{1,12}){0,2}`;
const TAG = new RegExp(
  [
    `(?:<|&lt;) ?(?<close>/?) ?${NAME}(?:\\s[^<>]{0,100})?(?<empty>/?)(?:>|&gt;)`,
    `[\\[\\u25C1](?<closeBracket>/?)(?:think|thinking)[\\]\\u25B7]`,
    `<\\|(?<closePipe>/?)(?:think|thinking)\\|>`,
    `<\\|(?<edge>begin|end)_of_(?:thought|thinking|reasoning)\\|>`,
    `<\\|(?<phase>START|END)_THINKING\\|>`,
    `<unused(?<unused>94|95)>`,
    `(?<opened><\\|channel>thought|^analysis(?=[A-Z]))`,
    `(?<closed><channel\\|>)`,
    `<\\|channel\\|> ?(?<channel>analysis|commentary|final)(?: [^<>]{0,60})?(?:<\\|constrain\\|>[^<>]{0,20})?(?:<\\|message\\|>)?`,
    `(?:assistant)(?<bare>final)(?=[A-Z\\s*{])`,
  ].join("|"),
  "gi",
);

type Mark = "open" | "close" | "final" | "none";

const MARKS: Readonly<Record<string, Mark>> = {
  "/": "close",
  begin: "open",
  end: "close",
  start: "open",
  "94": "open",
  "95": "close",
  analysis: "open",
  commentary: "open",
  final: "final",
};

function markOf({ groups = {} }: RegExpMatchArray): Mark {
  const { empty, opened, closed, ...named } = groups;
  if (opened !== undefined) return "open";
  if (closed !== undefined) return "close";
  const said = Object.values(named).find((value) => value !== undefined && value !== "");
  if (empty === "/") return "none";
  return MARKS[said?.toLowerCase() ?? ""] ?? "open";
}

const DETAILS = /<details\s[^<>]{0,100}?type=["']?reasoning\b[^<>]{0,100}>/gi;
const DETAILS_END = /<\/details>|$/gi;

/** Such a block is taken out whole: its end is the end of blocks that hold answers as well. */
function withoutDetails(text: string): string {
  if (!text.includes("<")) return text;
  let kept = "";
  let from = 0;
  for (const { 0: tag, index } of text.matchAll(DETAILS)) {
    if (index < from) continue;
    DETAILS_END.lastIndex = index + tag.length;
    kept += `${text.slice(from, index)}\n`;
    const end = DETAILS_END.exec(text);
    from = end === null ? text.length : end.index + end[0].length;
  }
  return kept + text.slice(from);
}

/**
 * The text without its reasoning blocks, linear in its length.
 *
 * A block that is never closed runs to the end; a closing tag without an opening one makes everything before
 * it reasoning, and so does the final channel of a reply that names its channels.
 */
export function withoutReasoning(whole: string): string {
  const text = withoutDetails(whole);
  let kept = "";
  let depth = 0;
  let from = 0;
  for (const tag of text.matchAll(TAG)) {
    const mark = markOf(tag);
    if (depth === 0) kept += text.slice(from, tag.index);
    from = tag.index + tag[0].length;
    if (mark === "open") depth += 1;
    if (mark === "final" || (mark === "close" && depth === 0)) kept = "";
    if (mark === "final") depth = 0;
    if (mark === "close") depth = Math.max(0, depth - 1);
    kept += "\n";
  }
  return depth === 0 ? kept + text.slice(from) : kept;
}
