import { ProviderError, Schema } from "../../plugins/contract/mod.ts";

const TAGS = ["ProviderError", "CredentialError", "InputError", "PluginError"];
const isSound = Schema.is(ProviderError);

/** Why a failure is none that a run knows how to deal with; null where it is one. */
export function untyped(error: unknown): string | null {
  const tag = typeof error === "object" && error !== null && "_tag" in error ? String(error._tag) : null;
  if (tag === null || !TAGS.includes(tag)) {
    return "fails with what is no ProviderError; give its reason, whether the request may succeed later, and how long the server asked to wait";
  }
  if (tag !== "ProviderError") return null;
  if (!isSound(error)) return "fails with a ProviderError whose fields are not those of the contract";
  if (error.message.trim() === "") return "fails with a ProviderError that says nothing; say what went wrong";
  const { retryAfterMs, retryable } = error;
  if (retryAfterMs !== null && !(retryAfterMs >= 0 && retryAfterMs < Number.POSITIVE_INFINITY)) {
    return `asks to wait ${retryAfterMs} ms; a wait is 0 or more, or null where the server named none`;
  }
  return retryAfterMs !== null && !retryable
    ? `asks to wait ${retryAfterMs} ms and says that trying again cannot help; a request that may be sent later is retryable`
    : null;
}
