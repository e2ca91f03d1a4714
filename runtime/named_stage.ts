import { Effect } from "effect";
import { type AnyStage, PluginError, type RunError, type StageEnv } from "../plugins/contract/mod.ts";
import { stages as builtIn } from "../stages/mod.ts";
import { toldWithPlace } from "./plugins/mod.ts";

type Given = Readonly<Record<string, unknown>>;
type Running = Effect.Effect<Given, RunError, StageEnv>;

/** Runs a stage; one from outside is named where it crashes, or gives less than it declares. */
export function runStage(stage: AnyStage, artifacts: Given, options: unknown): Running {
  const run: Running = Effect.suspend(() => stage.run(artifacts, options));
  return builtIn.includes(stage) ? run : named(stage, run);
}

function named({ name, gives }: AnyStage, run: Running): Running {
  const failed = (why: string) => new PluginError({ message: `Stage "${name}" failed: ${why}` });
  return run.pipe(
    Effect.mapError((error) => (isNameless(error) ? failed(toldWithPlace(error)) : error)),
    Effect.catchAllDefect((defect) => Effect.fail(failed(toldWithPlace(defect)))),
    Effect.flatMap((given) => {
      const absent = gives.find(({ key }) => !hasKey(given, key));
      return absent === undefined
        ? Effect.succeed(given)
        : Effect.fail(failed(`it declares that it gives "${absent.key}" and gave none`));
    }),
  );
}

/** What a stage's own code fails with; the other errors come from the run's services, or name a file. */
function isNameless(error: { readonly _tag?: unknown }): boolean {
  return error._tag === undefined || error._tag === "PluginError";
}

function hasKey(given: unknown, key: string): boolean {
  return typeof given === "object" && given !== null && Reflect.get(given, key) !== undefined;
}
