import { Effect } from "effect";
import { artifact, Cutoffs, defineStage, EvalSet, Progress, Schema } from "recall-guard/plugin";

const UnreadRows = artifact<number>()("unreadRows");

/** Counts the rows that no model can have read, and warns where there are few. */
export default defineStage({
  name: "unread",
  needs: [EvalSet, Cutoffs],
  gives: [UnreadRows],
  options: Schema.Struct({ at_least: Schema.Int }),
  dry: true,
  run: ({ evalSet, cutoffs }, { at_least }) =>
    Effect.gen(function* () {
      const { warn } = yield* Progress;
      const dates = [...cutoffs.values()].map(({ date }) => date);
      const isAfterAll = (row: number) => dates.every((cutoff) => (evalSet.date(row) ?? "") > cutoff);
      const rows = Array.from({ length: evalSet.size }, (_, row) => row);
      const unreadRows = rows.filter(isAfterAll).length;
      if (unreadRows < at_least) yield* warn(`${unreadRows} rows lie after every cutoff, ${at_least} wanted`);
      return { unreadRows };
    }),
});
