import type { Kind } from "../plugins/mod.ts";

/** The worked example of a kind, by the name of its files under `configs/plugins`. */
export interface Example {
  readonly name: string;
  /** What its config says, where `USE` stands for what names it. */
  readonly config: string;
}

export const EXAMPLES: Readonly<Record<Kind, Example>> = {
  provider: {
    name: "house",
    config: 'provider: { use: USE, with: { url: "http://127.0.0.1:8000/complete", key_env: HOUSE_KEY } }',
  },
  gates: { name: "edge", config: "gates: { use: USE, with: { parse_min: 0.8 } }" },
  report: { name: "desk", config: "reports: [terminal, { use: USE, with: { channel: macro } }]" },
  stage: {
    name: "unread",
    config:
      "stages: [load, { use: USE, with: { at_least: 100 } }, cutoff_guard, smoke, baseline, calibrate, evaluate, rank, report]",
  },
};
