/** The key that tests give to endpoints; where tests have others they hold one of the marks below. */
export const KEY = "lab-KEY-0123456789";

const MARKS = [KEY, "LABFAKEKEY", "LABSECRET"];

/** What no file, log line or error of a test run may hold: keys as they are and in base64 at every alignment. */
export const SECRETS: ReadonlyArray<string> = MARKS.flatMap((mark) => [
  mark,
  ...[0, 1, 2].map((shift) => {
    const text = Buffer.from(`${" ".repeat(shift)}${mark}`).toString("base64");
    const known = [0, 2, 3][shift] ?? 0;
    return text.slice(known, Math.floor((text.replace(/=+$/, "").length - known) / 4) * 4);
  }),
]);

/** The secret that a text holds, or null. */
export function secretIn(text: Buffer | string): string | null {
  return SECRETS.find((secret) => text.includes(secret)) ?? null;
}
