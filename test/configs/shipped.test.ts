import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { recallGuard } from "../support/cli.ts";

const HOSTED = ["nim.yaml", "local.yaml", "classic.yaml"];
const registry: Readonly<Record<string, { date: string; precision: string; source: string }>> = parse(
  readFileSync("configs/cutoffs.yaml", "utf8"),
).models;

const CONFIGS = readdirSync("configs").filter((name) => name.endsWith(".yaml") && name !== "cutoffs.yaml");
/** Configs whose inputs are in the repository; the S&P 500 corpora are written from a package first. */
const READY = CONFIGS.filter((name) => !name.startsWith("sp500"));

/** Shows corpora that give themselves away. */
const CONFOUNDED = "demo_confounded.yaml";

describe("shipped configs", () => {
  it("are all here", () => {
    expect(READY).toEqual(expect.arrayContaining([...HOSTED, "demo.yaml"]));
  });

  it.each(READY.filter((name) => name !== CONFOUNDED))(
    "%s passes check as it stands, without a key or a warning",
    async (name) => {
      const env = { NVIDIA_API_KEY: "", HTTPS_PROXY: "http://127.0.0.1:9" };
      const { code, stdout, stderr } = await recallGuard(["check", `configs/${name}`], { env });

      expect([code, stderr]).toEqual([0, ""]);
      expect(stdout).toContain("Nothing was sent.");
    },
  );

  it("demo_confounded.yaml is called confounded by check, which names the ellipsis", async () => {
    const { code, stdout, stderr } = await recallGuard(["check", `configs/${CONFOUNDED}`]);
    const bare = await recallGuard(["check", `configs/${CONFOUNDED}`, "--no-blind"]);

    expect(code).toBe(0);
    expect(stdout).toContain("\n  Write both corpora alike, or take out what tells them apart\n");
    expect(stderr).toMatch(/^warning: confounded-corpus: .*ends with an ellipsis: 100 % against 0 %/);
    expect(stdout).toContain("the prompts alone tell them apart\n  ends with an ellipsis: 100 % against 0 %");
    expect([bare.code, bare.stderr]).toEqual([0, ""]);
    expect(bare.stdout).toContain("Blind look at the corpora: none (the blind look is switched off)");
  });

  it.each(HOSTED)("%s calibrates on enough rows dated before and after every model's cutoff", (name) => {
    const { inputs, models, reference_model, calibration } = parse(readFileSync(`configs/${name}`, "utf8"));
    const dates = (path: string) =>
      readFileSync(`configs/${path}`, "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).metadata.date);
    const asked = [...(models.candidates ?? models.shortlist), reference_model].filter((id) => id !== "none");
    const [known, control] = [dates(inputs.is_memorized), dates(inputs.oos_control)];

    expect(Math.min(known.length, control.length)).toBeGreaterThan(calibration?.min_valid ?? 50);
    for (const id of asked) {
      const cutoff = registry[id]?.date ?? "absent";
      expect([id, known.filter((date) => date > cutoff), control.filter((date) => date <= cutoff)]).toEqual([
        id,
        [],
        [],
      ]);
    }
  });

  it.each(CONFIGS.filter((name) => name !== "classic.yaml"))(
    "%s ranks what is left when memory is discounted",
    (name) => {
      expect(parse(readFileSync(`configs/${name}`, "utf8")).gates).toMatchObject({ use: "honest" });
    },
  );

  it("classic.yaml is the package's way", () => {
    const config = parse(readFileSync("configs/classic.yaml", "utf8"));

    expect(config).toMatchObject({
      gates: { use: "classic" },
      validation: "holdout",
      seed: 0,
      resamples: 1000,
    });
  });
});

describe("configs/cutoffs.yaml", () => {
  it.each(Object.entries(registry))(
    "%s names its date, precision and source",
    (_, { date, precision, source }) => {
      expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      expect(source).toMatch(/: https:\/\/\S+$/);
      const next = new Date(`${date}T00:00:00Z`);
      next.setUTCDate(next.getUTCDate() + 1);
      expect(precision).toBe(next.getUTCDate() === 1 ? "month" : "day");
    },
  );

  it("knows nothing of a model whose maker tells no date", () => {
    expect(Object.keys(registry).filter((id) => /qwen|mistral|gemma-2/i.test(id))).toEqual([]);
  });
});
