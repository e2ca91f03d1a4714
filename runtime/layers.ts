import { Effect, Layer } from "effect";
import type { Plugin } from "../plugins/contract/mod.ts";
import { GateSet, Provider, ReportWriters, Seed } from "../plugins/contract/mod.ts";
import { random } from "../stages/math/mod.ts";
import type { Chosen, RunSpec } from "./config/mod.ts";

/** The generators of a run: one a label, so that no draw depends on another's. */
export const seedLayer = (seed: number) => Layer.succeed(Seed, (label) => random(seed, label));

export const providerLayer = ({ item, options }: Chosen<Plugin<"provider">>) =>
  Layer.effect(
    Provider,
    Effect.suspend(() => item.make(options)),
  );

export const gatesLayer = ({ item, options }: Chosen<Plugin<"gates">>) =>
  Layer.sync(GateSet, () => item.make(options));

export const writersLayer = (reports: RunSpec["reports"]) =>
  Layer.sync(ReportWriters, () =>
    reports.map(({ item, options }) => ({ name: item.name, writer: item.make(options) })),
  );
