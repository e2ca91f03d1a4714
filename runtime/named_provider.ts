import { type Context, Effect } from "effect";
import { type CompletionRequest, type Provider, ProviderError } from "../plugins/contract/mod.ts";
import { completionFlaw, told } from "./plugins/mod.ts";

type Service = Context.Tag.Service<Provider>;

/** A provider whose crashes and malformed answers are failures of the row, told by the plugin's name. */
export function namedProvider(name: string, provider: Service): Service {
  const crashed = (fault: unknown) => unusable(`the provider "${name}" crashed: ${told(fault)}`);
  const complete = (request: CompletionRequest) =>
    Effect.suspend(() => answerOf(provider, request)).pipe(
      Effect.mapError((error) => (isTyped(error) ? error : crashed(error))),
      Effect.catchAllDefect((defect) => Effect.fail(crashed(defect))),
      Effect.flatMap((completion) => {
        const flaw = completionFlaw(completion);
        return flaw === null
          ? Effect.succeed(completion)
          : Effect.fail(unusable(`the provider "${name}" gave what is no answer: ${flaw}`));
      }),
    );
  return { ...provider, complete };
}

function answerOf(provider: Service, request: CompletionRequest) {
  const answer: ReturnType<Service["complete"]> = provider.complete(request);
  return Effect.isEffect(answer) ? answer : Effect.die("complete gave no Effect");
}

const TYPED = ["ProviderError", "CredentialError", "InputError", "PluginError"];

function isTyped({ _tag }: { readonly _tag?: unknown }): boolean {
  return TYPED.some((tag) => tag === _tag);
}

function unusable(message: string): ProviderError {
  const final = { retryable: false, retryAfterMs: null, refusedParameter: null };
  return new ProviderError({ message, reason: "malformed", ...final });
}
