import type { TokenRun } from "../../plugins/contract/mod.ts";
import type { AnswerLine } from "./_line_schema.ts";
import { packNumbers, unpackNumbers } from "./_packed_numbers.ts";

type RunLine = NonNullable<typeof AnswerLine.Type.run>;

/** An answer's tokens as a line holds them. */
export function toRunLine({ tokens, logprobs, alternatives, ends }: TokenRun): RunLine {
  return {
    tokens,
    logprobs: packNumbers(logprobs),
    alternatives: packNumbers(alternatives),
    per_token: perToken(ends),
  };
}

/** The tokens again; null where the parts do not fit each other. */
export function toTokenRun({ tokens, per_token, ...packed }: RunLine): TokenRun | null {
  const logprobs = unpackNumbers(packed.logprobs);
  const alternatives = unpackNumbers(packed.alternatives);
  const ends = endsOf(per_token, tokens.length);
  const fits =
    logprobs?.length === tokens.length &&
    ends.length === tokens.length &&
    alternatives?.length === (ends.at(-1) ?? 0);
  return fits ? { tokens, logprobs, alternatives, ends } : null;
}

function perToken(ends: Uint32Array): number | ReadonlyArray<number> {
  const first = ends[0] ?? 0;
  const isEven = ends.every((end, i) => end === first * (i + 1));
  return isEven ? first : Array.from(ends, (end, i) => end - (ends[i - 1] ?? 0));
}

function endsOf(perToken: number | ReadonlyArray<number>, size: number): Uint32Array {
  let end = 0;
  if (typeof perToken === "number") return Uint32Array.from({ length: size }, (_, i) => perToken * (i + 1));
  return Uint32Array.from(perToken, (count) => {
    end += count;
    return end;
  });
}
