import { Cause, Effect, Option, Predicate, Stream } from "effect";
import { ReportError, type ReportFile } from "../plugins/contract/mod.ts";

/**
 * A writer's work, with its failure as one sentence that names it, however it fails: with an error of its own, by a crash,
 * or by giving what is no work at all.
 */
export function asSentence<A, E, R>(
  name: string,
  work: () => Effect.Effect<A, E, R>,
): Effect.Effect<A, string, R> {
  const safely = Effect.suspend((): Effect.Effect<A, E | ReportError, R> => {
    const given = work();
    return Effect.isEffect(given) ? given : malformed("expected an Effect");
  });
  return Effect.catchAllCause(safely, (cause) =>
    Effect.fail(`Report writer "${name}" failed: ${said(cause)}`),
  );
}

/** The files that a writer gave, if they are files. */
export function checkedFiles(
  files: ReadonlyArray<ReportFile>,
): Effect.Effect<ReadonlyArray<ReportFile>, ReportError> {
  if (!Array.isArray(files) || !files.every(isFile)) {
    return malformed("expected a list of files, each with a name and a Stream of text as its content");
  }
  return Effect.succeed(files.map((file) => ({ ...file, content: Stream.map(file.content, checkedText) })));
}

/** A text, if it is one. */
export function checkedText(text: unknown): string {
  if (typeof text !== "string") throw new TypeError(`expected text, got ${typeof text}`);
  return text;
}

function isFile(file: unknown): boolean {
  return (
    Predicate.hasProperty(file, "name") &&
    Predicate.isString(file.name) &&
    Predicate.hasProperty(file, "content") &&
    Predicate.hasProperty(file.content, Stream.StreamTypeId)
  );
}

function malformed(message: string): Effect.Effect<never, ReportError> {
  return Effect.fail(new ReportError({ message }));
}

function said(cause: Cause.Cause<unknown>): string {
  if (Cause.isInterruptedOnly(cause)) return "it interrupted itself";
  const fault = Option.getOrElse(Cause.failureOption(cause), () => Cause.squash(cause));
  const message = Predicate.hasProperty(fault, "message") ? String(fault.message) : String(fault);
  return message.trim().replaceAll(/\s*\n\s*/g, " ");
}
