import { Either } from "effect";
import { type AnyPlugin, type AnyStage, Issue } from "../../plugins/contract/mod.ts";
import { CALLED, toldWithPlace } from "../plugins/mod.ts";
import type { Issues, Named } from "./_use_at.ts";
import { decodeAt } from "./issues.ts";
import type { Source } from "./source.ts";

/** The options of a plugin or stage as it decodes them; a schema that crashes is the plugin's fault and named. */
export function decodeOptions(
  { kind, options }: Pick<AnyPlugin | AnyStage, "kind" | "options">,
  source: Source,
  use: Named,
): Either.Either<unknown, Issues> {
  try {
    return decodeAt<unknown, unknown>(options, source, use.options, use.optionsPath);
  } catch (fault) {
    const says = `Cannot use the ${CALLED[kind]} "${use.name}": its options cannot be decoded: ${toldWithPlace(fault)}`;
    return Either.left([new Issue({ at: source.at(use.namePath), says })]);
  }
}
