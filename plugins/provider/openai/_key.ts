import { Effect } from "effect";
import { CredentialError, Secrets } from "../../contract/mod.ts";

/** The key in an environment variable, trimmed; the error never repeats it. */
export const readKey = Effect.fnUntraced(function* (variable: string) {
  const secrets = yield* Secrets;
  const key = (yield* secrets.get(variable))?.trim() ?? null;
  if (key === null)
    return yield* cannotUse(`set ${variable} in the environment, or in a file .env beside the config`);
  if (key === "") return yield* cannotUse(`${variable} is empty`);
  if (/\s/.test(key)) return yield* cannotUse(`${variable} has white space inside`);
  // A header takes nothing else, and says so with the whole key in its message.
  if (!/^[\x21-\x7e]+$/.test(key)) return yield* cannotUse(`${variable} holds a character that no key has`);
  return key;
});

function cannotUse(why: string): CredentialError {
  return new CredentialError({ message: `Cannot find a usable API key: ${why}` });
}
