const SIGNS: ReadonlyMap<string, -1 | 0 | 1> = new Map([
  ...words(
    "up upward upwards higher bullish bull rise rises rising gain gains gaining long increase increases increasing buy " +
      "positive positively upside uptrend rally rallies rallying climb climbs climbing stronger " +
      "上涨 上升 看涨 рост вверх hausse steigend alcista",
    1,
  ),
  ...words(
    "down downward downwards lower bearish bear fall falls falling loss losing short decrease decreases decreasing " +
      "decline declines declining sell negative minus downside downtrend drop drops dropping weaker " +
      "下跌 下降 下落 看跌 падение вниз baisse fallend bajista",
    -1,
  ),
  ...words("flat neutral unchanged sideways zero hold", 0),
]);

function words<N extends number>(spelled: string, sign: N): ReadonlyArray<readonly [string, N]> {
  return spelled.split(" ").map((word) => [word, sign] as const);
}

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}

/** Words that may stand straight before a label without making it another quantity's label. */
export const BEFORE_LABEL = setOf(
  "the a an my our your its this final predicted predicting prediction forecast forecasted forecasting expected " +
    "overall answer answers so thus therefore hence and with then output outputs is result response likely net " +
    "estimated stated model model's revised corrected updated new actual actually correct predict say give gives " +
    "conclude pick choose chosen assign at otherwise else if when where but or yes ok okay now correction assigned " +
    "reported report return returning implies suggests conclusion i've confident only also finally here",
);

/** Words that may follow a bare 0 or 1 without being its unit. */
export const AFTER_INTEGER = setOf(
  "because since as given due and but with while i ie e eg that which is based though although despite after on in " +
    "the for today tomorrow overall at by roughly approximately again this reflecting meaning indicating implying " +
    "indicates means if unless provided assuming would when so only signals suggesting representing owing driven",
);

/** Words that turn a number into a hint of several. */
export const HEDGES = setOf(
  "or maybe perhaps possibly unsure uncertain unclear not nor either instead rather never",
);

/** Words that make a reading hold only in some case. */
export const CONDITIONS = setOf("if unless provided assuming would when otherwise should");

/** Units that take a number out of [0, 1] as a confidence. */
export const UNITS = setOf(
  "points point stars star sigma sd bps bp basis million billion thousand times percentile percentiles bn interval " +
    "ci days day hours retries of",
);

/** The direction a word stands for, null for any other word. Words are never read; they only contradict. */
export function signOfWord(word: string): -1 | 0 | 1 | null {
  return SIGNS.get(word.toLowerCase()) ?? null;
}
