/** How many requests to one model may be in flight: halved where its server throttles, one more where all went well. */
export interface Window {
  readonly limit: () => number;
  readonly underWay: () => number;
  /** Takes a place; gives its mark, or null where none is free. */
  readonly enter: () => Mark | null;
  readonly leave: (mark: Mark, how: "well" | "throttled" | "otherwise") => void;
}

/** Which of the window's ages a request belongs to: those sent before a cut do not cut again. */
export interface Mark {
  readonly age: number;
  /** Whether it took the last place. */
  readonly filled: boolean;
}

/** @param most The limit at the beginning, and the highest there is. */
export function makeWindow(most: number, onChange: (from: number, to: number) => void): Window {
  let limit = most;
  let underWay = 0;
  let age = 0;
  let credit = 0;

  const moveTo = (to: number) => {
    if (to === limit) return;
    onChange(limit, to);
    limit = to;
  };
  return {
    limit: () => limit,
    underWay: () => underWay,
    enter: () => {
      if (underWay >= limit) return null;
      underWay++;
      return { age, filled: underWay >= limit };
    },
    leave: (mark, how) => {
      underWay--;
      if (how === "throttled" && mark.age === age) {
        age++;
        credit = 0;
        moveTo(Math.max(1, Math.floor(limit / 2)));
      }
      // A limit that nobody ran into says nothing of a higher one.
      if (how !== "well" || !mark.filled || mark.age !== age || limit >= most) return;
      credit++;
      if (credit < limit) return;
      credit = 0;
      moveTo(limit + 1);
    },
  };
}
