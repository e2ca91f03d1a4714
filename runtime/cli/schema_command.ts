import { Console, Effect } from "effect";
import { configSchema } from "../config/mod.ts";
import { launch } from "./launch.ts";

/** `recall-guard schema`. */
export function schemaCommand(): void {
  launch(
    Effect.flatMap(Effect.promise(configSchema), (schema) => Console.log(JSON.stringify(schema, null, 2))),
  );
}
