import { join } from "node:path";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

/** Debian's Chromium, without a screen and without anything that calls home. */
export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: "/usr/bin/chromium",
    headless: true,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/** A page that was opened from the disk, and what it should never do. */
export interface Watched {
  readonly page: Page;
  /** Console errors and warnings, exceptions, dialogs, requests of anything but the file itself. */
  readonly incidents: ReadonlyArray<string>;
}

/** Opens a file of a run directory from the disk. */
export async function openFile(
  browser: Browser,
  directory: string,
  { name = "report.html", ...options }: BrowserContextOptions & { readonly name?: string } = {},
): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const url = pathToFileURL(join(directory, name)).href;
  const incidents: Array<string> = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) incidents.push(`console: ${message.text()}`);
  });
  page.on("pageerror", ({ message }) => void incidents.push(`exception: ${message}`));
  page.on("dialog", (dialog) => {
    incidents.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    if (request.url() !== url) incidents.push(`request: ${request.url()}`);
  });
  await page.goto(url);
  return { page, incidents };
}

/** What an accessibility checker finds that is serious or critical, in words. */
export async function seriousFaults(page: Page): Promise<ReadonlyArray<string>> {
  await page.evaluate(axe.source);
  return page.evaluate<ReadonlyArray<string>>(`axe.run(document).then(({ violations }) => violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + " " + target + ": " + failureSummary)))`);
}

/** Texts of figures that lie over each other or leave their figure, in words. */
export function textFaults(page: Page, figures = "svg[role=img]"): Promise<ReadonlyArray<string>> {
  return page.evaluate<ReadonlyArray<string>>(`(${TEXT_FAULTS})(${JSON.stringify(figures)})`);
}

/** Two boxes may share this many pixels: the line height of a text is more than its ink. */
const TEXT_FAULTS = `function (selector) {
  const slack = 1;
  const faults = [];
  for (const figure of document.querySelectorAll(selector)) {
    const frame = figure.getBoundingClientRect();
    const lines = [...figure.querySelectorAll("text")].flatMap((text) => {
      const parts = [...text.querySelectorAll("tspan")];
      return parts.length > 0 ? parts : [text];
    });
    const boxes = lines.map((line) => ({ text: line.textContent, box: line.getBoundingClientRect() }));
    for (const { text, box } of boxes) {
      const isInside = box.left >= frame.left - slack && box.right <= frame.right + slack &&
        box.top >= frame.top - slack && box.bottom <= frame.bottom + slack;
      if (!isInside) faults.push(figure.id + JSON.stringify(text) + " leaves its figure");
    }
    boxes.forEach((one, i) => boxes.slice(i + 1).forEach((other) => {
      const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      if (across > slack && down > slack) faults.push(JSON.stringify(one.text) + " lies over " + JSON.stringify(other.text));
    }));
  }
  return faults;
}`;

/** Pixels by which the page is wider than its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate<number>("document.documentElement.scrollWidth - document.documentElement.clientWidth");
}
