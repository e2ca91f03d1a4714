import { type Context, Effect } from "effect";
import {
  type AskError,
  type CompletionRequest,
  CredentialError,
  type Provider,
  ProviderError,
} from "../plugins/contract/mod.ts";
import type { KeptSecrets } from "./kept_secrets.ts";
import { completionFlaw, told } from "./plugins/mod.ts";

type Service = Context.Tag.Service<Provider>;

/**
 * A provider whose crashes and malformed answers are failures of the row, told by the plugin's name, and which tells
 * nobody a secret that it was given.
 */
export function namedProvider(name: string, provider: Service, { struck, isIn }: KeptSecrets): Service {
  const crashed = (fault: unknown) => unusable(`the provider "${name}" crashed: ${told(fault)}`);
  const complete = (request: CompletionRequest) =>
    Effect.suspend(() => answerOf(provider, request)).pipe(
      Effect.mapError((error) => (isTyped(error) ? error : crashed(error))),
      Effect.catchAllDefect((defect) => Effect.fail(crashed(defect))),
      Effect.mapError((error) => inOtherWords(error, struck(error.message))),
      Effect.flatMap((completion) => {
        const flaw = completionFlaw(completion);
        if (flaw !== null)
          return Effect.fail(unusable(`the provider "${name}" gave what is no answer: ${struck(flaw)}`));
        return isIn(completion)
          ? Effect.fail(unusable(`the provider "${name}" gave an answer that repeats a secret`))
          : Effect.succeed(completion);
      }),
    );
  return { ...provider, complete };
}

function answerOf(provider: Service, request: CompletionRequest) {
  const answer: ReturnType<Service["complete"]> = provider.complete(request);
  return Effect.isEffect(answer) ? answer : Effect.die("complete gave no Effect");
}

/** The same error, but for its words; what ends a run does so with one exit code, whatever its tag. */
function inOtherWords<E extends ProviderError | AskError>(error: E, message: string) {
  if (message === error.message) return error;
  if (error._tag !== "ProviderError") return new CredentialError({ message });
  const { reason, retryable, retryAfterMs, refusedParameter, concession } = error;
  return new ProviderError({ message, reason, retryable, retryAfterMs, refusedParameter, concession });
}

const TYPED = ["ProviderError", "CredentialError", "InputError", "PluginError"];

function isTyped({ _tag }: { readonly _tag?: unknown }): boolean {
  return TYPED.some((tag) => tag === _tag);
}

function unusable(message: string): ProviderError {
  const final = { retryable: false, retryAfterMs: null, refusedParameter: null };
  return new ProviderError({ message, reason: "malformed", ...final });
}
