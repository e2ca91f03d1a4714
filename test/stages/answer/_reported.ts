import type { SampledToken, TokenRun } from "../../../plugins/contract/mod.ts";
import { compactTokens } from "../../../stages/answer/compact_tokens.ts";

interface ReportedEntry {
  readonly token: string;
  readonly logprob?: number | null;
  readonly bytes?: ReadonlyArray<number> | null;
  readonly top_logprobs?: ReadonlyArray<ReportedEntry> | null;
}

interface ReportedChoice {
  readonly message: { readonly content: string | null };
  readonly logprobs?: { readonly content?: ReadonlyArray<ReportedEntry> | null } | null;
}

export interface ReportedAnswer {
  readonly text: string;
  readonly run: TokenRun | null;
}

/** A chat completion's body as text and tokens. */
export function reportedAnswer(body: string): ReportedAnswer {
  const { choices }: { readonly choices: ReadonlyArray<ReportedChoice> } = JSON.parse(body);
  const { message, logprobs } = choices[0]!;
  const entries = logprobs?.content ?? null;
  return {
    text: message.content ?? "",
    run: entries === null ? null : compactTokens(entries.map(sampledToken)),
  };
}

function sampledToken(entry: ReportedEntry): SampledToken {
  return { ...alternative(entry), top: (entry.top_logprobs ?? []).map(alternative) };
}

function alternative({ token, logprob, bytes }: ReportedEntry) {
  return { token, logprob: logprob ?? null, bytes: bytes ?? null };
}

/** A run of tokens that are each reported with `logprobs[i]`, itself and two less likely alternatives. */
export function runOf(tokens: ReadonlyArray<string>, logprobs?: ReadonlyArray<number | null>): TokenRun {
  return compactTokens(
    tokens.map((token, i) => {
      const logprob = logprobs === undefined ? -0.25 - (i % 7) / 16 : logprobs[i]!;
      return {
        token,
        logprob,
        top: [
          { token, logprob },
          { token: "»1", logprob: -4 },
          { token: "»2", logprob: -6 },
        ],
      };
    }),
  );
}
