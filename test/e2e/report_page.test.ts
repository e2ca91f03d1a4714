import { mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { folder } from "../support/cli.ts";
import { marksOf } from "../support/svg_marks.ts";
import { launch, openFile, overflow, seriousFaults, textFaults } from "./_report_browser.ts";
import { HOSTILE, LARGE, type ReportRun, reportRun, SHOTS, SMALL } from "./_report_run.ts";

const FIGURES = [
  "composite_ranking",
  "accuracy",
  "mcs_auc",
  "mia_feature_distributions",
  "mcs_calibration",
  "score_against_effective_n",
];
const SCHEMES = ["light", "dark"] as const;

interface Bound {
  readonly point: number;
  readonly lo: number;
  readonly hi: number;
}

interface Judged {
  readonly model: string;
  readonly survives: boolean;
}

describe("report.html in a browser", () => {
  let small: ReportRun;
  let large: ReportRun;
  let browser: Browser;

  beforeAll(async () => {
    small = await reportRun(SMALL);
    large = await reportRun(LARGE);
    browser = await launch();
  }, 240_000);
  afterAll(() => browser?.close());

  /** Opens the small run's page, uses it, and holds that nothing untoward happened. */
  async function using(
    options: Parameters<typeof openFile>[2],
    use: (page: Page) => Promise<void>,
    run = small,
  ): Promise<void> {
    const { page, incidents } = await openFile(browser, run.directory, options);
    await use(page);
    await page.context().close();
    expect(incidents).toEqual([]);
  }

  it("opens from the disk with every figure, and asks for nothing", () =>
    using({}, async (page) => {
      for (const name of FIGURES) {
        const svg = page.locator(`#figure-${name} svg[role=img]`);
        expect([name, await svg.isVisible()]).toEqual([name, true]);
        expect(small.text("report.html")).toContain(small.text(`figures/${name}.svg`).trimEnd());
      }
      expect(await page.locator("#verdicts .card").count()).toBe(4);
    }));

  it("forbids itself what it does not need", async () => {
    const { page, incidents } = await openFile(browser, small.directory);
    const policy = await page.locator("meta[http-equiv=Content-Security-Policy]").getAttribute("content");
    const sent = "fetch('https://example.com/').then(() => 'sent', () => 'refused')";
    const outcome = await page.evaluate<string>(sent);
    await page.context().close();

    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-\S+'; script-src 'sha256-\S+'; /);
    expect(outcome).toBe("refused");
    expect(incidents.join("\n")).toContain("Content Security Policy");
    expect(incidents.filter((text) => text.startsWith("request: "))).toEqual([]);
  });

  it("sorts a table by mouse and by keyboard, dashes last, the majority row below", () =>
    using({}, async (page) => {
      const models = () => page.locator("#ranking-table tbody th").allTextContents();
      const heading = page.locator("#ranking-table thead th", { hasText: "MCS-AUC" });
      const areas = async () =>
        (await page.locator("#ranking-table tbody tr td:nth-child(8)").allTextContents()).map(
          Number.parseFloat,
        );
      const ranked = await models();
      expect(await heading.getAttribute("aria-sort")).toBe("none");

      await heading.getByRole("button").click();
      expect(await heading.getAttribute("aria-sort")).toBe("ascending");
      expect(await areas()).toEqual((await areas()).toSorted((a, b) => a - b));
      expect(await models()).not.toEqual(ranked);

      await page.keyboard.press("Enter");
      expect(await heading.getAttribute("aria-sort")).toBe("descending");
      expect(await areas()).toEqual((await areas()).toSorted((a, b) => b - a));

      const rank = page.locator("#ranking-table thead th", { hasText: "Rank" });
      await rank.getByRole("button").focus();
      await page.keyboard.press("Space");
      expect(await rank.getAttribute("aria-sort")).toBe("ascending");
      expect(await heading.getAttribute("aria-sort")).toBe("none");
      expect(await models()).toEqual(ranked);
      expect(await page.locator("#status").textContent()).toBe("Sorted by Rank, ascending");

      const score = page.locator("#ranking-table thead th", { hasText: "Score" });
      await score.getByRole("button").click();
      const scores = await page.locator("#ranking-table tbody tr td:nth-child(3)").allTextContents();
      expect(scores.at(-1)).toBe("—");
      expect(await page.locator("#ranking-table tfoot th").textContent()).toBe("__majority_baseline__");
    }));

  it("opens a record by mouse and by keyboard to its answer, its tokens and its features", () =>
    using({}, async (page) => {
      const records = small
        .text("records.jsonl")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
      const models = await page.locator("#verdicts h3").allTextContents();
      const own = records.filter(({ model }) => model === models[0]);
      const box = page.locator("details.records").first();

      await box.locator("summary").focus();
      await page.keyboard.press("Enter");
      const openers = box.locator("tbody .opener");
      expect(await openers.count()).toBe(own.length);

      await openers.nth(2).focus();
      await page.keyboard.press("Enter");
      expect(await openers.nth(2).getAttribute("aria-expanded")).toBe("true");
      const detail = box.locator("tr.detail");
      expect(await detail.locator(".tokens span").count()).toBe(own[2].tokens);
      const text = (await detail.locator(".tokens").textContent()) ?? "";
      expect(text).toMatch(new RegExp(`^Direction: ${own[2].predicted_direction}\\nConfidence: `));
      expect(await detail.locator(".tokens span").first().getAttribute("title")).toMatch(/^-?\d+\.\d\d \(/);
      const loss = await detail.locator(".features tbody tr").first().locator("td").first().textContent();
      expect(Number(loss)).toBeCloseTo(own[2].features_raw.loss, 3);
      expect(await detail.locator("pre").first().textContent()).toContain("Call the next session.");

      await openers.nth(5).click();
      expect(await detail.count()).toBe(2);
      const confidence = box.locator("thead th", { hasText: "Confidence" });
      await confidence.getByRole("button").click();
      expect(
        await detail
          .first()
          .locator("xpath=preceding-sibling::tr[1]")
          .locator(".opener")
          .getAttribute("aria-expanded"),
      ).toBe("true");

      for (const opener of await box.locator(".opener[aria-expanded=true]").all()) {
        await opener.focus();
        await page.keyboard.press("Space");
        break;
      }
      expect(await detail.count()).toBe(1);
    }));

  it.each(SCHEMES)("has no serious accessibility fault, contrast included, when %s", (colorScheme) =>
    using({ colorScheme }, async (page) => {
      for (const summary of await page.locator("details:not(.records) > summary").all())
        await summary.click();
      // The records of one model are like those of the next, and checking them takes its time.
      await page.locator("details.records > summary").nth(1).click();
      await page.locator("details.records").nth(1).locator(".opener").first().click();
      expect(await seriousFaults(page)).toEqual([]);
    }),
  );

  it("is found at fault by the same check where a text is hard to read", () =>
    using({}, async (page) => {
      await page.evaluate("void document.querySelector('h1').style.setProperty('color', '#ddd')");
      expect((await seriousFaults(page)).join()).toContain("color-contrast");
    }));

  it("draws its figures in other colours when dark", async () => {
    const colours: Array<string> = [];
    for (const colorScheme of SCHEMES) {
      await using({ colorScheme }, async (page) => {
        const seen = await page.evaluate<string>(
          "['#figure-mcs_auc [fill=\"#0072B2\"]', 'body'].map((at) => getComputedStyle(document.querySelector(at))).map(({ fill, backgroundColor }) => fill + ' ' + backgroundColor).join()",
        );
        colours.push(seen);
      });
    }
    expect(colours[0]).toContain("rgb(0, 114, 178)");
    expect(colours[0]).toContain("rgb(255, 255, 255)");
    expect(colours[1]).not.toContain("rgb(0, 114, 178)");
    expect(colours[1]).not.toContain("rgb(255, 255, 255)");
  });

  it.each([390, 1280])(
    "lets no two texts of a figure overlap and none leave its figure, %i pixels wide",
    async (width) => {
      for (const run of [small, large]) {
        await using(
          { viewport: { width, height: 844 } },
          async (page) => expect(await textFaults(page)).toEqual([]),
          run,
        );
      }
    },
  );

  it("finds texts that overlap or leave their figure by the same check", () =>
    using({}, async (page) => {
      await page.evaluate(
        "void document.querySelectorAll('#figure-accuracy text').forEach((text) => text.setAttribute('transform', 'translate(250,20)'))",
      );
      const faults = (await textFaults(page)).join("\n");
      expect(faults).toContain("lies over");
      expect(faults).toContain("leaves its figure");
    }));

  it.each(SCHEMES)(
    "scrolls nothing sideways at 390 pixels but its tables in their own regions, %s",
    (colorScheme) =>
      using({ colorScheme, viewport: { width: 390, height: 844 }, hasTouch: true }, async (page) => {
        for (const summary of await page.locator("summary").all()) await summary.click();
        await page.locator("details.records").first().locator(".opener").first().click();
        expect(await overflow(page)).toBe(0);
        const regions = page.locator(".region");
        expect(await regions.count()).toBeGreaterThan(5);
        for (const region of await regions.all()) expect(await region.getAttribute("tabindex")).toBe("0");
        await page.evaluate(
          "void document.body.append(Object.assign(document.createElement('pre'), { textContent: 'x'.repeat(99) }))",
        );
        expect(await overflow(page)).toBeGreaterThan(0);
      }),
  );

  it("shows everything but sorting and the opening of records without JavaScript", () =>
    using({ javaScriptEnabled: false }, async (page) => {
      expect(await page.locator("noscript").textContent()).toContain("needs JavaScript");
      expect(await page.locator("svg[role=img]").count()).toBe(FIGURES.length);
      expect(await page.locator("#ranking-table tbody tr").count()).toBe(4);
      expect(await page.locator("button").count()).toBe(0);
      await page.locator("details.records summary").first().click();
      expect(await page.locator("details.records").first().locator("tbody tr").last().isVisible()).toBe(true);
    }));

  it("prints black on white without what only a screen can do", () =>
    using({ colorScheme: "dark" }, async (page) => {
      await page.emulateMedia({ media: "print" });
      const colours =
        "(({ color, backgroundColor }) => color + ' on ' + backgroundColor)(getComputedStyle(document.body))";
      expect(await page.evaluate<string>(colours)).toBe("rgb(0, 0, 0) on rgb(255, 255, 255)");
      expect(await page.locator("nav").isVisible()).toBe(false);
      expect(await page.locator("#figure-accuracy svg").isVisible()).toBe(true);
    }));

  it("takes a model's hostile name for nothing but a name, in the page and in every figure", async () => {
    await using({}, async (page) => {
      const cards = await page.locator("#verdicts h3").allTextContents();
      expect(cards).toContain(HOSTILE);
      expect(await page.locator("img").count()).toBe(0);
      for (const summary of await page.locator("summary").all()) await summary.click();
      for (const box of await page.locator("details.records").all())
        await box.locator(".opener").first().click();
      expect(await page.locator("img").count()).toBe(0);
    });
    for (const name of FIGURES) {
      await using({ name: `figures/${name}.svg` }, async (page) => {
        expect(await page.evaluate<string>("document.documentElement.localName")).toBe("svg");
        expect(
          await page.evaluate<number>("document.querySelectorAll('img, parsererror, script').length"),
        ).toBe(0);
      });
    }
  });

  it("stays below 2 MB with four models on 330 questions, every one of which opens", async () => {
    expect(statSync(join(large.directory, "report.html")).size).toBeLessThan(2_000_000);
    await using(
      {},
      async (page) => {
        const boxes = page.locator("details.records");
        expect(await boxes.count()).toBe(4);
        for (const box of await boxes.all()) expect(await box.locator(".opener").count()).toBe(330);
        const last = boxes.last();
        await last.locator("summary").click();
        await last.locator(".opener").last().click();
        expect(await last.locator(".detail .tokens span").count()).toBeGreaterThan(5);
      },
      large,
    );
  });

  describe("the numbers in the figures", () => {
    const figure = (name: string, where = {}) => marksOf(small.text(`figures/${name}.svg`), where);
    const analysis = () => JSON.parse(small.text("analysis.json"));
    const bound = ({ point, lo, hi }: Bound) => ({ point: String(point), lo: String(lo), hi: String(hi) });
    /** The cells of `summary.csv` after the model's; no model of this run has a comma in its name. */
    const summaryOf = (model: string) => {
      const line = small
        .text("summary.csv")
        .split("\n")
        .find((text) => text.startsWith(`${model},`));
      return (line ?? "").split(",").slice(1).map(Number);
    };

    it("are the accuracies before and after of analysis.json, and the majority of summary.csv", () => {
      for (const { model, outcomes } of analysis().models) {
        for (const side of ["before", "after"]) {
          const { accuracy, rows, dates } = outcomes[side];
          const mark = { model, side, ...bound(accuracy), rows: String(rows), dates: String(dates) };
          expect(figure("accuracy", { model, side })).toEqual([mark]);
        }
      }
      const [band = {}] = figure("accuracy", { band: "majority" });
      const cells = summaryOf("__majority_baseline__");
      for (const [i, key] of ["point", "lo", "hi"].entries())
        expect(Number(band[key])).toBeCloseTo(cells[i] ?? -1, 6);
    });

    it("are the areas of analysis.json and summary.csv, and the blind one", () => {
      for (const { model, separation } of analysis().models) {
        const [mark = {}, ...more] = figure("mcs_auc", { model });
        expect(more).toEqual([]);
        expect(mark).toEqual({ model, ...bound(separation.auc) });
        const cells = summaryOf(model);
        for (const [i, key] of ["point", "lo", "hi"].entries())
          expect(Number(mark[key])).toBeCloseTo(cells[6 + i] ?? -1, 6);
      }
      const { auc, members, controls } = analysis().blind;
      const blind = { band: "blind", ...bound(auc), members: String(members), controls: String(controls) };
      expect(figure("mcs_auc", { band: "blind" })).toEqual([blind]);
    });

    it("are the bins and calibration errors of analysis.json", () => {
      for (const { model, calibration } of analysis().models) {
        const bins = calibration.bins.map(
          ({ rows, predicted, observed }: Record<string, number>, bin: number) => {
            const numbers = { bin, rows, predicted, observed, ece: calibration.ece.point };
            return {
              model,
              ...Object.fromEntries(Object.entries(numbers).map(([key, value]) => [key, String(value)])),
            };
          },
        );
        expect(bins.length).toBeGreaterThan(1);
        expect(figure("mcs_calibration", { model })).toEqual(bins);
      }
    });

    it("are the distributions of analysis.json, corpus by corpus", () => {
      for (const { model, distributions } of analysis().models) {
        expect(distributions.features.map(({ feature }: { feature: string }) => feature)).toContain(
          "ref_delta",
        );
        for (const { feature, ...spreads } of distributions.features) {
          for (const corpus of ["members", "controls"]) {
            const { rows, median, counts } = spreads[corpus];
            expect(rows).toBe(SMALL.corpus);
            const shared = { model, feature, corpus, rows: String(rows) };
            const range = { lo: String(distributions.lo), hi: String(distributions.hi) };
            const marks = figure("mia_feature_distributions", { model, feature, corpus });
            expect(marks).toHaveLength(2);
            expect(marks).toContainEqual({ ...shared, ...range, counts: counts.join(" ") });
            expect(marks).toContainEqual({ ...shared, median: String(median) });
          }
        }
      }
    });

    it("are the places, scores, tiers and effective rows of the gate set in analysis.json", () => {
      const [{ order, models }] = analysis().gates;
      const removed = models.flatMap(({ model, survives }: Judged) => (survives ? [] : [model]));
      const survivors = order.filter((model: string) => !removed.includes(model));
      for (const { model, score, survives, warnings, details } of models) {
        const place = survives ? String(1 + survivors.indexOf(model)) : "";
        const told = survives ? String(score) : "";
        const blocks = survives ? "" : warnings.join(", ");
        for (const mark of figure("composite_ranking", { model })) {
          expect(mark).toEqual({ model, place, score: told, tier: String(details.tier), blocks });
        }
        const n = { model, score: told, "n-eff": String(details.n_eff) };
        expect(figure("score_against_effective_n", { model })).toEqual([n]);
      }
      expect(models.some(({ survives }: Judged) => survives)).toBe(true);
      expect(figure("composite_ranking").length).toBeGreaterThanOrEqual(models.length);
    });
  });

  it("has the pictures that stand beside this test taken of it, wide and narrow, light and dark", async () => {
    // Set to keep them: they differ a little with the fonts of a machine, so a test run leaves them alone.
    const kept = process.env["REPORT_PAGE_PICTURES"] === "keep" ? SHOTS : folder();
    mkdirSync(kept, { recursive: true });
    for (const width of [1280, 390]) {
      for (const colorScheme of SCHEMES) {
        await using(
          { colorScheme, viewport: { width, height: 900 } },
          async (page) => {
            await page.locator("details.records summary").nth(1).click();
            await page.locator("details.records").nth(1).locator(".opener").nth(3).click();
            const path = join(kept, `${width}_${colorScheme}.png`);
            await page.screenshot({ path, fullPage: true });
            expect(readFileSync(path).subarray(1, 4).toString()).toBe("PNG");
            expect(statSync(join(SHOTS, `${width}_${colorScheme}.png`)).size).toBeGreaterThan(0);
          },
          large,
        );
      }
    }
  });
});
