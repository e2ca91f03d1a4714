const NAMES =
  "think|thinking|thought|thoughts|reasoning|reflection|scratchpad|analysis|rationale|monologue|deliberation|cot";
const NAME = `(?:[a-z]{1,12}[_:-]){0,3}(?:${NAMES})(?:[_-][a-z]{1,12}){0,2}`;
const TAG = new RegExp(
  `(?:<|&lt;) ?(/?) ?${NAME}(?:\\s[^<>]{0,100})?(/?)(?:>|&gt;)` +
    `|[\\[\\u25C1](/?)(?:think|thinking)[\\]\\u25B7]` +
    `|<\\|(begin|end)_of_(?:thought|thinking|reasoning)\\|>` +
    `|<\\|channel\\|> ?(analysis|commentary|final)(?: [^<>]{0,60})?(?:<\\|constrain\\|>[^<>]{0,20})?(?:<\\|message\\|>)?` +
    `|(?:assistant)(final)(?=[A-Z\\s*{])`,
  "gi",
);

type Mark = "open" | "close" | "final" | "none";

function markOf(tag: RegExpMatchArray): Mark {
  const [, closing, selfClosing, bracketClosing, thought, channel, bare] = tag;
  if (bare !== undefined) return "final";
  if (channel !== undefined) return channel.toLowerCase() === "final" ? "final" : "open";
  if (thought !== undefined) return thought.toLowerCase() === "begin" ? "open" : "close";
  if (selfClosing === "/") return "none";
  return closing === "/" || bracketClosing === "/" ? "close" : "open";
}

/**
 * The text without its reasoning blocks, linear in its length.
 *
 * A block that is never closed runs to the end; a closing tag without an opening one makes everything before
 * it reasoning, and so does the final channel of a reply that names its channels.
 */
export function withoutReasoning(text: string): string {
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
