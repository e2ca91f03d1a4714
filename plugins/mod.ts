import type { Controls, Kinds, Plugin, Schema } from "./contract/mod.ts";

/** Brings one built-in plugin in, on demand. */
export type LoadPlugin<Kind extends keyof Kinds> = () => Promise<{ readonly default: Plugin<Kind> }>;

/** The built-in plugins: kind, then name. */
export type Catalogue = {
  readonly [Kind in keyof Kinds]: Readonly<Record<string, LoadPlugin<Kind>>>;
};

export const catalogue: Catalogue = {
  provider: {
    embedded: () => import("./provider/embedded/mod.ts"),
    openai: () => import("./provider/openai/mod.ts"),
  },
  gates: {
    classic: () => import("./gates/classic.ts"),
    honest: () => import("./gates/honest.ts"),
  },
  report: {
    terminal: () => import("./report/terminal.ts"),
    records: () => import("./report/records.ts"),
    summary: () => import("./report/summary.ts"),
    top3: () => import("./report/top3.ts"),
    statistics: () => import("./report/statistics.ts"),
    json: () => import("./report/json.ts"),
    junit: () => import("./report/junit.ts"),
    github: () => import("./report/github.ts"),
    figures: () => import("./report/figures/figures.ts"),
    html: () => import("./report/html/mod.ts"),
  },
};

/** The controls that check the instrument, on demand. */
export const controls: () => Promise<{ readonly default: (seed: number) => Controls }> = () =>
  import("./provider/embedded/controls.ts");

/** The schemas of what is written for other programs, on demand. */
export const published: { readonly report: () => Promise<{ readonly default: Schema.Schema.AnyNoContext }> } =
  {
    report: () => import("./report/report_schema.ts"),
  };
