import type { AskCounts } from "../answers/mod.ts";
import { printable } from "../printable.ts";
import type { RunStatus } from "../progress.ts";
import { shortNames } from "./short_names.ts";

export interface StatusOptions {
  /** The status when the session began: what stood in the journal has no part in the rate. */
  readonly first: RunStatus;
  readonly elapsedMs: number;
  readonly columns: number;
  readonly rows: number;
}

/** Lines below the models: the rate, and a free one. */
const BELOW = 2;

/** A run's status: a line for each model, failures by reason, and the rate with the time left. */
export function statusLines({ asked, foreseen }: RunStatus, options: StatusOptions): ReadonlyArray<string> {
  const columns = Math.max(20, options.columns - 1);
  const models = [...new Set([...(foreseen?.keys() ?? []), ...asked.keys()])];
  const counts = models.map((model) => `${asked.get(model)?.requests ?? 0}${ofTotal(foreseen, model)}`);
  const widest = Math.max(0, ...counts.map((count) => count.length));
  const names = shortNames(models.map(printable), columns - widest - 2);
  const width = Math.max(0, ...names.map((name) => name.length));
  const lines = models.map((model, i) => {
    const count = (counts[i] ?? "").padStart(widest);
    return `${(names[i] ?? "").padEnd(width)}  ${count}${failures(asked.get(model))}`;
  });
  const room = Math.max(1, options.rows - BELOW);
  const shown =
    lines.length <= room
      ? lines
      : [...lines.slice(0, room - 1), `… and ${lines.length - room + 1} more models`];
  return [...shown, rateLine({ asked, foreseen }, options)].map((line) => line.slice(0, columns));
}

function ofTotal(foreseen: RunStatus["foreseen"], model: string): string {
  const total = foreseen?.get(model);
  return total === undefined ? "" : ` of ${total}`;
}

function failures(counts: AskCounts | undefined): string {
  const failed = Object.entries(counts?.failed ?? {}).map(([reason, count]) => `${count} ${reason}`);
  return failed.length === 0 ? "" : `  failed: ${failed.join(", ")}`;
}

function rateLine({ asked, foreseen }: RunStatus, { first, elapsedMs }: StatusOptions): string {
  const done = sumOf(asked);
  const rate = elapsedMs === 0 ? 0 : (1000 * (done - sumOf(first.asked))) / elapsedMs;
  const total = foreseen === null ? null : [...foreseen.values()].reduce((sum, count) => sum + count, 0);
  const left = total === null || rate === 0 ? "" : `, about ${duration((total - done) / rate)} left`;
  return `${done}${total === null ? "" : ` of ${total}`} requests, ${rate.toFixed(1)} a second${left}`;
}

function sumOf(asked: RunStatus["asked"]): number {
  return [...asked.values()].reduce((sum, { requests }) => sum + requests, 0);
}

/** Seconds as `4 s`, `3 min` or `1 h 2 min`, rounded up. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  if (whole < 60) return `${whole} s`;
  const minutes = Math.ceil(whole / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
