import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { Schema } from "../../../../plugins/contract/mod.ts";
import embedded from "../../../../plugins/provider/embedded/mod.ts";

const read = (path: string) => parse(readFileSync(`configs/${path}`, "utf8"));

describe.each(["demo.yaml", "demo_confounded.yaml", "sp500.yaml", "sp500_dedated.yaml"])("%s", (name) => {
  const config = read(name);

  test(`${name} gives the provider options it takes, none unknown`, () => {
    const decode = Schema.decodeUnknownSync(embedded.options, { onExcessProperty: "error" });
    expect(decode(config.provider.with)).toEqual(config.provider.with);
  });

  test(`${name} asks models that exist, each with a truth and a cutoff`, () => {
    const { models } = config.provider.with;
    const cutoffs = read(config.inputs.cutoffs).models;
    for (const id of [...config.models.candidates, config.reference_model]) {
      expect(models[id].truth).toEqual(expect.any(String));
      expect(cutoffs[id].date).toMatch(/^\d{4}-\d\d-\d\d$/);
    }
  });
});
