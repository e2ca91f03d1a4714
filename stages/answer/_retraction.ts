const TAKEN_BACK =
  /\b(?:scratch that|take (?:that|it|this) back|(?:disregard|ignore|forget) (?:that|this|the above))\b/i;
const CORRECTION =
  /\b(?:actually|correction|corrected|wait|instead|rather|revised?|revising|should be|make (?:that|it)|i mean|on (?:second thought|reflection)|change (?:that|it|my))\b[^\n.]{0,40}?(?<![\w.])([-+]?[01])(?:\.0)?(?= ?(?:[.,;:!?)\n]|$))(?!\.\d)/gi;

/** Whether the text behind an answer takes it back, in words or with another unlabelled direction. */
export function isRetracted(after: string, direction: number): boolean {
  if (TAKEN_BACK.test(after)) return true;
  for (const [, value] of after.matchAll(CORRECTION)) if (Number(value) !== direction) return true;
  return false;
}
