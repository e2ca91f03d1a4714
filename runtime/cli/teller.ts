import { Clock, Effect } from "effect";
import { createLogUpdate } from "log-update";
import { printable } from "../printable.ts";
import type { RunStatus, Teller } from "../progress.ts";
import { statusLines } from "./status_lines.ts";

/** How often the status is drawn, in milliseconds. */
const FRAME = 200;

/** A teller on standard error, and what it has kept for the end. */
export interface TerminalTeller {
  readonly teller: Teller;
  readonly last: Effect.Effect<void>;
}

/** On a terminal that can redraw, the status stands below the lines; on another there are lines only. */
export function terminalTeller({ isQuiet }: { readonly isQuiet: boolean }): TerminalTeller {
  const { stderr, env } = process;
  const isTerminal = stderr.isTTY === true && !isQuiet;
  const canRedraw = isTerminal && env["TERM"] !== "dumb" && !env["CI"];
  stderr.on("error", goOn);
  const status = createLogUpdate(stderr, { showCursor: true });
  const kept: Array<string> = [];
  const line = (text: string) =>
    Effect.sync(() => {
      if (canRedraw) status.clear();
      stderr.write(`${printable(text)}\n`);
    });
  const teller: Teller = {
    line,
    lastly: (text) => Effect.sync(() => void kept.push(text)),
    notes: isTerminal,
  };
  const watch = (current: Effect.Effect<RunStatus>) =>
    Effect.gen(function* () {
      const started = yield* Clock.currentTimeMillis;
      const first = yield* current;
      const draw = Effect.zipWith(current, Clock.currentTimeMillis, (now, at) => {
        const { columns, rows } = stderr;
        const options = { first, elapsedMs: at - started, columns: columns || 80, rows: rows || 24 };
        status(statusLines(now, options).join("\n"));
      });
      yield* Effect.addFinalizer(() => Effect.sync(() => status.clear()));
      yield* Effect.forkScoped(Effect.forever(Effect.delay(draw, FRAME)));
    });
  const last = Effect.suspend(() => Effect.forEach(kept, line, { discard: true }));
  return { teller: canRedraw ? { ...teller, watch } : teller, last };
}

/** A terminal that is gone ends no run. */
function goOn(): void {}
