import { Console, Effect } from "effect";
import type { Override } from "../config/mod.ts";
import { type ModelPlan, type Plan, plan } from "../plan.ts";
import { launch } from "./launch.ts";
import { duration } from "./status_lines.ts";
import { table } from "./table.ts";

export interface PlanFlags {
  readonly journal?: string;
  readonly set?: ReadonlyArray<Override>;
  readonly json?: boolean;
}

/** `recall-guard plan`. */
export function planCommand(config: string, { journal, set = [], json = false }: PlanFlags): void {
  const options = { overrides: set, ...(journal === undefined ? {} : { journal }) };
  launch(
    Effect.flatMap(plan(config, options), (made) =>
      Console.log(json ? JSON.stringify(made, null, 2) : inWords(made)),
    ),
  );
}

const HEAD = ["Model", "Requests", "Answered", "To ask", "Worst case", "Tokens in", "Tokens out", "Cost"];

function inWords({ referenceModel, models, total, floor, power }: Plan): string {
  const latency = floor.isMeasured ? "as long as in the journal" : "a second";
  return [
    table(HEAD, [...models.map((model) => row(model.model, model)), row("total", total)]),
    `At least ${duration(floor.seconds)} with ${floor.concurrency} at once, where an answer takes ${latency}.`,
    ...(referenceModel === null
      ? []
      : [
          `${referenceModel} is the reference model, asked what the others are: ref_delta is the loss beyond its loss.`,
        ]),
    "Requests are distinct and exact where every model passes the smoke test and calibrates, else fewer.",
    "Tokens in are counted at four characters each where no journal knows better, tokens out at max_tokens.",
    ...(total.cost === null ? ["The cost needs a price for every model under prices in the config."] : []),
    ...(power === null
      ? []
      : ["", "What this run can and cannot find:", ...power.says.map((says) => `- ${says}.`), ""]),
    "Nothing was sent.",
  ].join("\n");
}

function row(name: string, plan: Omit<ModelPlan, "model">): Array<string> {
  const { requests, answered, toAsk, worstCase, tokensIn, tokensOut, cost } = plan;
  return [
    name,
    ...[requests, answered, toAsk, worstCase, tokensIn, tokensOut].map(String),
    cost === null ? "—" : String(Number(cost.toFixed(4))),
  ];
}
