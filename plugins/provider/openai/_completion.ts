import type { Completion, SampledAlternative, SampledToken, Usage } from "../../contract/mod.ts";
import { at, listAt, numberAt, textAt } from "./_json.ts";

/** A chat completion as the server gave it; null where there is no choice with a message. */
export function readCompletion(value: unknown): Completion | null {
  const choice = firstChoice(value);
  const message = at(choice, "message");
  if (typeof message !== "object" || message === null) return null;
  return {
    text: readText(at(message, "content")),
    finishReason: textAt(choice, "finish_reason") ?? textAt(at(choice, "finish_reason"), "type"),
    tokens: listAt(at(choice, "logprobs"), "content")?.map(readToken) ?? null,
    usage: readUsage(at(value, "usage")),
    reported: {
      model: textAt(value, "model"),
      temperature: numberAt(choice, "temperature") ?? numberAt(value, "temperature"),
      fingerprint: textAt(value, "system_fingerprint"),
    },
  };
}

/** The choice with index 0, or the first where none says so. */
export function firstChoice(value: unknown): unknown {
  const choices = listAt(value, "choices") ?? [];
  return choices.find((choice) => at(choice, "index") === 0) ?? choices[0];
}

/** A text, or the text parts of a list; what is no text counts as nothing said. */
function readText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part: unknown) => (typeof part === "string" ? part : textOfPart(part))).join("");
}

function textOfPart(part: unknown): string {
  const type = at(part, "type");
  return type === "text" || type === "output_text" ? (textAt(part, "text") ?? "") : "";
}

function readToken(entry: unknown): SampledToken {
  const { token, logprob, bytes } = readAlternative(entry);
  const top = readAlternatives(listAt(entry, "top_logprobs") ?? []);
  return bytes === undefined ? { token, logprob, top } : { token, logprob, bytes, top };
}

/** An answer has a thousand of them, nearly all sound: those are used as they are. */
function readAlternatives(list: ReadonlyArray<unknown>): ReadonlyArray<SampledAlternative> {
  return list.every(isAlternative) ? list : list.map(readAlternative);
}

function readAlternative(entry: unknown): SampledAlternative {
  return isAlternative(entry) ? entry : repairedAlternative(entry);
}

interface Entry {
  readonly token?: unknown;
  readonly logprob?: unknown;
  readonly bytes?: unknown;
}

function isEntry(value: unknown): value is Entry {
  return typeof value === "object" && value !== null;
}

function isAlternative(value: unknown): value is SampledAlternative {
  if (!isEntry(value)) return false;
  const { token, logprob, bytes } = value;
  return (
    typeof token === "string" &&
    Number.isFinite(logprob) &&
    (bytes === undefined || bytes === null || (Array.isArray(bytes) && bytes.every(isByte)))
  );
}

function repairedAlternative(entry: unknown): SampledAlternative {
  const token = textAt(entry, "token") ?? "";
  const logprob = numberAt(entry, "logprob");
  const bytes = listAt(entry, "bytes");
  return bytes?.every(isByte) ? { token, logprob, bytes } : { token, logprob };
}

function isByte(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 255;
}

function readUsage(usage: unknown): Usage | null {
  const promptTokens = countAt(usage, "prompt_tokens");
  const completionTokens = countAt(usage, "completion_tokens");
  return promptTokens === null || completionTokens === null ? null : { promptTokens, completionTokens };
}

/** What is no count counts as nothing said. */
function countAt(usage: unknown, key: string): number | null {
  const found = numberAt(usage, key);
  return found !== null && Number.isInteger(found) && found >= 0 ? found : null;
}
