import { Console, Effect } from "effect";
import { configSchema, reportSchema } from "../config/mod.ts";
import { launch } from "./launch.ts";

const SCHEMAS = { config: configSchema, report: reportSchema } as const;

/** `recall-guard schema`. */
export function schemaCommand(of: keyof typeof SCHEMAS): void {
  launch(
    Effect.flatMap(Effect.promise(SCHEMAS[of]), (schema) => Console.log(JSON.stringify(schema, null, 2))),
  );
}
