import { readFileSync } from "node:fs";
import type { Rule, ScriptReply } from "../../../support/script/mod.ts";

/** A right outcome of a row; the words of the file. */
export interface RowExpected {
  readonly outcome: "ok" | "fail";
  readonly direction?: number;
  readonly confidence?: number;
  readonly fail_reason?: ReadonlyArray<string>;
  readonly same_features_as?: string;
  readonly min_k_pp?: null;
}

/** One right answer of a case. */
export interface Accepted extends Partial<RowExpected> {
  readonly final?: RowExpected | string | ReadonlyArray<string>;
  readonly requests?: { readonly min: number; readonly max: number };
  readonly waits_ms?: ReadonlyArray<{
    readonly between: readonly [number, number];
    readonly min?: number;
    readonly max?: number;
  }>;
  readonly wall_ms?: { readonly max: number };
  readonly message_contains?: string;
  readonly warnings_include?: ReadonlyArray<string>;
  readonly url?: string;
  readonly refused?: string;
  readonly delay?: string;
  readonly delay_ms?: number;
  readonly slack_ms?: number;
}

/** A case as the file has it. */
export interface Case {
  readonly id: string;
  readonly kind: string;
  readonly input: {
    readonly type: string;
    readonly response?: ScriptReply;
    readonly responses?: ReadonlyArray<ScriptReply>;
    readonly reference_response?: ScriptReply;
    readonly baseline_body?: string;
    readonly reference_features?: {
      readonly n_tokens: number;
      readonly mean_neg_logprob: number;
      readonly mean_lowest_20pct_logprob: number;
    };
    readonly server?: { readonly rules?: ReadonlyArray<Rule>; readonly tls?: string };
    readonly calls?: number;
    readonly concurrency?: number;
    readonly prompts?: ReadonlyArray<string>;
    readonly requests_for?: ReadonlyArray<string>;
    readonly phase?: "smoke" | "score";
    readonly config?: { readonly timeout_s?: number | string; readonly max_tokens?: number };
    readonly env?: Readonly<Record<string, string>>;
    readonly base_url?: string;
    readonly code?: string;
    readonly status?: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string | null;
    readonly now?: string;
  };
  readonly expected: { readonly accept: ReadonlyArray<Accepted>; readonly preferred: number };
}

const FILES = ["logprobs", "endpoint", "retry_delay"];

/** Every handed case about log-probabilities, replies and requests. */
export const CASES: ReadonlyArray<Case> = FILES.flatMap((name) =>
  readFileSync(new URL(`../../../cases/${name}.jsonl`, import.meta.url), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line)),
);
