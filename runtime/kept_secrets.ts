import { type Context, Effect } from "effect";
import type { Completion, Secrets } from "../plugins/contract/mod.ts";

type Service = Context.Tag.Service<Secrets>;

/** Secrets that remember what they gave out, so that it is found wherever a server repeats it. */
export interface KeptSecrets {
  readonly secrets: Service;
  /** The text with every secret struck out. */
  readonly struck: (text: string) => string;
  /** Whether a completion holds a secret, spelled in one token or in several. */
  readonly isIn: (completion: Completion) => boolean;
}

/** A shorter value may be a part of any text, and is no key that anybody uses. */
const SHORTEST = 8;

export function keptSecrets({ get }: Service): KeptSecrets {
  const given = new Set<string>();
  const note = (value: string | null) =>
    Effect.sync(() => {
      const secret = value?.trim() ?? "";
      if (secret.length >= SHORTEST) given.add(secret);
    });
  return {
    secrets: { get: (variable) => Effect.tap(get(variable), note) },
    struck: (text) => [...given].reduce((rest, secret) => rest.replaceAll(secret, "[key]"), text),
    isIn: ({ text, tokens, finishReason, reported }) => {
      const spelled = tokens?.map(({ token }) => token).join("") ?? "";
      const all = [text, spelled, finishReason, reported.model, reported.fingerprint].join("\n");
      return [...given].some((secret) => all.includes(secret));
    },
  };
}
