import { Cause, Effect, Option, Predicate, Stream } from "effect";
import { type NamedWriter, ReportError, type ReportFile } from "../plugins/contract/mod.ts";

/** A writer's failure in one sentence that names it, and where in its code that was, which no file of a run names. */
export interface WriterFault {
  readonly says: string;
  readonly place: string;
}

/**
 * A writer's work with its failure in words, however it fails: with an error of its own, by a crash, or by giving what is
 * no work at all.
 */
export function inWords<A, E, R>(
  { name, placeOf = nowhere }: Pick<NamedWriter, "name" | "placeOf">,
  work: () => Effect.Effect<A, E, R>,
): Effect.Effect<A, WriterFault, R> {
  const safely = Effect.suspend((): Effect.Effect<A, E | ReportError, R> => {
    const given = work();
    return Effect.isEffect(given) ? given : malformed("expected an Effect");
  });
  return Effect.catchAllCause(safely, (cause) => {
    const says = `Report writer "${name}" failed: ${said(cause)}`;
    return Effect.fail({ says, place: placeOf(faultOf(cause)) });
  });
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
  const fault = faultOf(cause);
  const message = Predicate.hasProperty(fault, "message") ? String(fault.message) : String(fault);
  return message.trim().replaceAll(/\s*\n\s*/g, " ");
}

function faultOf(cause: Cause.Cause<unknown>): unknown {
  return Option.getOrElse(Cause.failureOption(cause), () => Cause.squash(cause));
}

function nowhere(): string {
  return "";
}
