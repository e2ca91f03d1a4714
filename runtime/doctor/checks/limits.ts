import { type Check, found, share } from "../finding.ts";

const MOST_SHOWN = 8;

/** What limits the endpoint announces, and whether it throttled. */
export const limits: Check = {
  name: "limits",
  look: ({ attempts }) => {
    if (attempts.length === 0) return found("unmeasured", "nothing was sent");
    const announced = Object.entries(Object.assign({}, ...attempts.map(({ announced }) => announced)));
    const shown = announced.slice(0, MOST_SHOWN).map(([name, value]) => `${name} ${String(value)}`);
    const more = announced.length > MOST_SHOWN ? `, and ${announced.length - MOST_SHOWN} more` : "";
    const says = shown.length === 0 ? "none announced" : `announced: ${shown.join(", ")}${more}`;
    const put = attempts.flatMap(({ error }) =>
      error?.reason === "throttled" || error?.reason === "quota" ? [error] : [],
    );
    const longest = Math.max(0, ...put.map(({ retryAfterMs }) => retryAfterMs ?? 0));
    const measured = {
      ...Object.fromEntries(announced.map(([name, value]) => [name, String(value)])),
      throttled: put.length,
    };
    if (put.length === 0) return found("ok", says, measured);
    const wait = longest === 0 ? "" : `, with waits of up to ${longest / 1000} s`;
    return found(
      "warning",
      `${share(put.length, attempts.length)} attempts throttled${wait}; ${says}`,
      measured,
    );
  },
};
