const MOST = 60;
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** The beginning of an answer in quotes, on one line, for a sentence about it. */
export function beginning(text: string): string {
  const points = [...text.slice(0, 2 * MOST + 2)];
  const isCut = points.length > MOST;
  const quoted = JSON.stringify(points.slice(0, MOST).join("") + (isCut ? "…" : ""));
  return quoted.replace(HIDDEN, escaped);
}

function escaped(point: string): string {
  return Array.from(
    { length: point.length },
    (_, i) => `\\u${point.charCodeAt(i).toString(16).padStart(4, "0")}`,
  ).join("");
}
