import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Page } from "playwright-core";
import { browserMissing, startBrowser } from "../../support/service/browser.ts";
import { servePages } from "../../support/service/pages.ts";
import { HOUR_MS, page as listing, market, START } from "../../support/store/builders.ts";
import { appendPoints } from "../../support/store/points.ts";
import { openTestWriter, type Script } from "../../support/store/writer.ts";

const site = browserMissing ? undefined : await open();

/** One market that was seen once, and one that was seen every 8 hours for six days and every hour for the last one. */
async function open() {
  const quote = { yesPrice: 400_000, volume: 0 };
  const often = market({ id: "often", ...quote });
  const script: Script = { full: [listing([often])] };
  const test = openTestWriter({ scripts: { kalshi: script } });
  test.clock.fixAt(START - 168 * HOUR_MS);
  await test.pass();
  const hours = [...Array.from({ length: 18 }, (_, index) => 8 * (index + 1)), ...fromTo(145, 168)];
  const points = hours.map((hour) => ({
    at: START / 1000 - (168 - hour) * 3600,
    yesPrice: 400_000 + (hour % 5) * 10_000,
    volume: hour * 10_000,
  }));
  const key = test.value("SELECT market_key FROM markets WHERE id = 'often'");
  test.write(() => appendPoints(test.writer.writing, Number(key), points));
  script.full = [listing([often, market({ id: "once", ...quote })])];
  test.clock.fixAt(START);
  await test.pass();
  return { ...(await servePages(test)), browser: await startBrowser() };
}

function fromTo(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

describe("a market's chart", { skip: browserMissing }, () => {
  if (site === undefined) return;
  const { url, browser } = site;

  async function visit(path: string): Promise<Page> {
    const page = await browser.newPage();
    await page.clock.setFixedTime(START);
    await page.goto(`${url}${path}`);
    await page.locator(".uplot canvas").waitFor();
    return page;
  }

  it("draws eight hours that were seen at once as high as hours that were seen singly", async () => {
    const page = await visit("/markets/kalshi/often");
    const columns = (await page.evaluate(`(${FIND_HEIGHTS})("--chart-bars")`)) as number[];
    assert.ok(columns.length > 500, `${columns.length} columns`);
    assert.ok(Math.max(...columns) - Math.min(...columns) <= 2, `${Math.min(...columns)} to ${Math.max(...columns)}`);
  });

  it("draws the line over what was traded", async () => {
    const page = await visit("/markets/kalshi/often");
    const columns = (await page.evaluate(`(${FIND_HEIGHTS})("--chart-line")`)) as number[];
    const all = (await page.evaluate(`(${FIND_HEIGHTS})("--chart-bars")`)) as number[];
    // The lowest price lies where the columns end.
    assert.ok(columns.length >= all.length - 2, `a line in ${columns.length} of ${all.length} columns`);
  });

  it("says over how long it saw what was traded, and nothing where it saw nothing", async () => {
    const page = await visit("/markets/kalshi/often");
    const plot = await page.locator(".u-over").boundingBox();
    assert.ok(plot);
    const volumeAt = async (share: number): Promise<string> => {
      await page.mouse.move(plot.x + plot.width * share, plot.y + 50);
      return page.locator(".u-series", { hasText: "Volume" }).innerText();
    };
    assert.match(await volumeAt(0.3), /\$100 an hour, average of 8 h/);
    assert.match(await volumeAt(0.97), /\$100 an hour$/);
    assert.match(await volumeAt(0), /–$/);
  });

  it("shows the only price it knows as a point on a level line, with and without JavaScript", async () => {
    const page = await visit("/markets/kalshi/once");
    const columns = (await page.evaluate(`(${FIND_HEIGHTS})("--chart-line")`)) as number[];
    assert.ok(columns.length > 200, `a line in ${columns.length} columns`);
    assert.ok(Math.max(...columns) >= 8, "a point");
    const plain = await browser.newPage({ javaScriptEnabled: false });
    await plain.goto(`${url}/markets/kalshi/once`);
    await plain.getByRole("img", { name: "40%, the only price known" }).waitFor();
    assert.equal(await plain.locator(".chart svg path").count(), 2);
  });
});

/** Run in the page: in each column of the chart that has something in a colour, how many pixels are. */
const FIND_HEIGHTS = `(name) => {
  const canvas = document.querySelector(".uplot canvas");
  const probe = document.createElement("span");
  probe.style.color = "var(" + name + ")";
  canvas.closest(".plot").append(probe);
  const color = getComputedStyle(probe).color.match(/\\d+/g).map(Number);
  probe.remove();
  const { data, width } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  const heights = new Map();
  for (let index = 0; index < data.length; index += 4) {
    const column = (index / 4) % width;
    if (color.every((part, place) => Math.abs(part - data[index + place]) < 24)) heights.set(column, (heights.get(column) ?? 0) + 1);
  }
  return [...heights.values()];
}`;
