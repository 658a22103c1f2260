import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { CHART_ASSETS } from "../../../src/web/charts/chart.ts";
import { linesChart, linesSummary } from "../../../src/web/charts/lines-chart.ts";
import { assetRoutes } from "../../../src/web/page/assets.ts";
import { html } from "../../../src/web/page/html.ts";
import { toDocument } from "../../../src/web/page/layout.ts";
import { livePart } from "../../../src/web/page/live.ts";
import { createPublicPages } from "../../../src/web/page/public-page.ts";
import { browserMissing, startBrowser } from "../../support/service/browser.ts";
import { startTestServer } from "../../support/service/http.ts";
import { findBarriers } from "../../support/service/site.ts";
import { openTestContext } from "../../support/service/test-context.ts";
import { START } from "../../support/store/builders.ts";

const HOURS = 168;
const TIMES = Array.from({ length: HOURS + 1 }, (_, hour) => START / 1000 - (HOURS - hour) * 3600);

/** Three platforms: one known from the third day on, one two cents above another. */
const LINES = [
  { label: "Kalshi", platform: "kalshi", prices: TIMES.map((_, hour) => 400_000 + (hour % 24) * 5_000) },
  { label: "Polymarket", platform: "polymarket", prices: TIMES.map((_, hour) => 420_000 + (hour % 24) * 5_000) },
  { label: "Manifold", platform: "manifold", prices: TIMES.map((_, hour) => (hour < 48 ? null : 600_000)) },
];
const OUTCOMES = [1, 2, 3, 4, 5].map((index) => ({
  label: `Outcome ${index}`,
  prices: TIMES.map(() => index * 150_000),
}));

const BAR_HOURS = 6;
const VOLUME = {
  seconds: BAR_HOURS * 3600,
  bars: Array.from({ length: HOURS / BAR_HOURS }, (_, index) => {
    const from = START / 1000 - HOURS * 3600 + index * BAR_HOURS * 3600;
    return { from, to: from + BAR_HOURS * 3600, traded: 200_000, isWhole: true };
  }),
};

const site = browserMissing ? undefined : await open();

/** A page with a chart of platforms with volume, and one of outcomes. */
async function open() {
  const context = await openTestContext({ hasTestKey: false, config: { pagesPerMinute: 1000 } });
  const charts = html`<h1>Charts</h1>
${linesChart({ times: TIMES, lines: LINES, volume: VOLUME, summary: linesSummary(LINES, "7 days") })}
${linesChart({ times: TIMES, lines: OUTCOMES, summary: linesSummary(OUTCOMES, "7 days") })}`;
  const pages = createPublicPages();
  const page = pages.page({
    path: "/charts",
    summary: "Charts",
    parameters: {},
    render() {
      const main = livePart(context, START, {}, charts);
      return toDocument(context, { title: "Charts", main, assets: CHART_ASSETS });
    },
  });
  const { url } = await startTestServer(context, { routes: [page, ...assetRoutes()] });
  return { url, browser: await startBrowser() };
}

describe("a chart of lines in a browser", { skip: browserMissing }, () => {
  if (site === undefined) return;
  const { url, browser } = site;

  async function visit(options: BrowserContextOptions = {}): Promise<{ page: Page; complaints: string[] }> {
    const page = await browser.newPage(options);
    const complaints: string[] = [];
    page.on("console", (line) => complaints.push(line.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.goto(`${url}/charts`);
    return { page, complaints };
  }

  it("draws all lines and the volume without a complaint, and hinders nobody, in light and dark", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      const { page, complaints } = await visit({ colorScheme });
      const axes = await page.locator(".axis").allTextContents();
      assert.deepEqual(axes, ["Chance of yes", "Kalshi volume in 6 h", "Chance of yes"]);
      const widths = (await page.evaluate(
        `[...document.querySelectorAll(".plot g > path, .plot .bars")].map((path) => path.getBoundingClientRect().width)`,
      )) as number[];
      assert.equal(widths.length, 3 + 1 + 5);
      for (const width of widths) assert.ok(width > 300, `${colorScheme}: ${width}`);
      assert.deepEqual(await findBarriers(page), []);
      assert.deepEqual(complaints, []);
      await page.close();
    }
  });

  it("shows the values under the cursor in its legend, and the last ones when the cursor leaves", async () => {
    const { page } = await visit();
    const values = page.locator("figure").first().locator("[data-value]");
    const last = ["40.0%", "42.0%", "60.0%", "$2K", "Latest"];
    assert.deepEqual(await values.allTextContents(), last);
    // The plot of volume moves the same cursor.
    for (const index of [0, 1]) {
      const box = await page.locator(".plot > svg").nth(index).boundingBox();
      assert.ok(box);
      await page.mouse.move(box.x + 1, box.y + 20);
      assert.deepEqual(await values.allTextContents(), ["40.0%", "42.0%", "–", "$2K", "13 Nov 2026, 12:00"]);
      await page.mouse.move(5, 5);
      assert.deepEqual(await values.allTextContents(), last);
    }
  });

  it("fits a window of another size", async () => {
    const { page } = await visit();
    await page.setViewportSize({ width: 390, height: 800 });
    assert.ok((await page.locator("html").evaluate((root) => root.scrollWidth)) <= 390);
  });

  it("is a plain drawing with its figures in words without JavaScript", async () => {
    const { page } = await visit({ javaScriptEnabled: false });
    const drawing = page.getByRole("img", { name: /^Chance of yes over 7 days: Kalshi 40%, Polymarket 42%/ });
    assert.equal(await drawing.locator("path").count(), 3);
    await page.getByRole("img", { name: /^Kalshi volume in 6 h: \$2K, at most \$2K/ }).waitFor();
    assert.equal(await page.locator("figure").first().getByRole("row", { includeHidden: true }).count(), 14);
  });
});
