import { Context, type Effect } from "effect";

/** What tells a process from every other, also from a later one with the same number. */
export interface ProcessMark {
  readonly pid: number;
  readonly host: string;
  /** When it started, in the system's own terms; null where that cannot be known. */
  readonly started: string | null;
}

/** What a lock needs to know of processes. */
export class Processes extends Context.Tag("recall-guard/Processes")<
  Processes,
  {
    readonly self: ProcessMark;
    /** Whether a process of this host still lives. */
    readonly isAlive: (mark: ProcessMark) => Effect.Effect<boolean>;
  }
>() {}
