import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { browserMissing, startBrowser } from "../../support/service/browser.ts";
import { servePages } from "../../support/service/pages.ts";
import { findBarriers } from "../../support/service/site.ts";
import { HOUR_MS, page as listing, market, START } from "../../support/store/builders.ts";
import { appendPoints } from "../../support/store/points.ts";
import { openTestWriter, type Script } from "../../support/store/writer.ts";

const site = browserMissing ? undefined : await open();

/** One market that was seen once, and one that was seen every 6 hours for six days and every half hour for the last one. */
async function open() {
  const quote = { yesPrice: 400_000, volume: 0 };
  const often = market({ id: "often", ...quote });
  const script: Script = { full: [listing([often])] };
  const test = openTestWriter({ scripts: { kalshi: script } });
  test.clock.fixAt(START - 168 * HOUR_MS);
  await test.pass();
  const hours = [...Array.from({ length: 24 }, (_, index) => 6 * (index + 1)), ...halvesTo(144, 168)];
  const points = hours.map((hour, index) => ({
    at: START / 1000 - (168 - hour) * 3600,
    yesPrice: 400_000 + (index % 5) * 10_000,
    volume: hour * 10_000,
  }));
  const key = test.value("SELECT market_key FROM markets WHERE id = 'often'");
  test.write(() => appendPoints(test.writer.writing, Number(key), points));
  script.full = [listing([often, market({ id: "once", ...quote })])];
  test.clock.fixAt(START);
  await test.pass();
  return { ...(await servePages(test)), browser: await startBrowser() };
}

function halvesTo(first: number, last: number): number[] {
  return Array.from({ length: (last - first) * 2 }, (_, index) => first + (index + 1) / 2);
}

describe("a market's chart", { skip: browserMissing }, () => {
  if (site === undefined) return;
  const { url, browser } = site;

  async function visit(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const page = await browser.newPage(options);
    await page.clock.setFixedTime(START);
    await page.goto(`${url}${path}`);
    if (options.javaScriptEnabled !== false) await page.locator(".uplot canvas").first().waitFor();
    return page;
  }

  it("draws what was seen at once and what was seen singly as bars of equal time", async () => {
    const page = await visit("/markets/kalshi/often");
    const heights = (await page.evaluate(`(${FIND_HEIGHTS})(".plot.volume", "--chart-bars")`)) as number[];
    // The first and the last bar may be known in part. Lines of the grid show through the edges of bars.
    const whole = heights.slice(80, -80);
    assert.ok(whole.length > 400, `${whole.length} columns`);
    assert.ok(Math.max(...whole) - Math.min(...whole) <= 4, `${Math.min(...whole)} to ${Math.max(...whole)}`);
    assert.match((await page.locator(".legend").innerText()).replaceAll("\n", " "), /Volume in 6 h \$\d/);
    await page.close();
  });

  it("has finer bars where the data is finer", async () => {
    const page = await visit("/markets/kalshi/often?range=24h");
    await page.locator(".axis", { hasText: "Volume in 1 h" }).waitFor();
    await page.close();
  });

  it("says the latest values at rest, and those under the cursor, in one time zone", async () => {
    const page = await visit("/markets/kalshi/often", { timezoneId: "Asia/Tokyo", locale: "ja-JP" });
    const atRest = await page.locator(".legend [data-value]").allTextContents();
    assert.match(atRest.join(" "), /^\d+\.0% \$\d+( so far)?$/);
    assert.equal(await page.locator("[data-moment]").textContent(), "Latest");
    const plot = await page.locator(".u-over").first().boundingBox();
    assert.ok(plot);
    await page.mouse.move(plot.x + plot.width / 2, plot.y + 50);
    assert.match((await page.locator("[data-moment]").textContent()) ?? "", /^\d+ \w{3} 2026, \d\d:00$/);
    assert.equal((await page.locator("figure").innerText()).match(/UTC/g)?.length, 1);
    await page.mouse.move(5, 5);
    await page.waitForFunction("document.querySelector('[data-moment]').textContent === 'Latest'");
    assert.deepEqual(await page.locator(".legend [data-value]").allTextContents(), atRest);
    await page.close();
  });

  it("zooms by a drag, and back by its button or a double click", async () => {
    const page = await visit("/markets/kalshi/often");
    const back = page.getByRole("button", { name: "Show all" });
    assert.equal(await back.count(), 0);
    for (const leave of [() => back.click(), () => page.locator(".u-over").first().dblclick()]) {
      await drag(page, [0.2, 0.5]);
      await back.waitFor();
      const shown = await shownHours(page);
      assert.ok(Math.abs(shown - 168 * 0.3) < 3, `${shown} hours`);
      await leave();
      await back.waitFor({ state: "hidden" });
      assert.equal(Math.round(await shownHours(page)), 168);
    }
    await page.close();
  });

  it("stretches and moves its times with two fingers, back by a button or a double tap", async () => {
    const page = await visit("/markets/kalshi/often", PHONE);
    const back = page.getByRole("button", { name: "Show all" });
    for (const leave of [() => back.tap(), () => doubleTap(page)]) {
      await touch(page, [
        [0.25, 0.75],
        [0, 1],
      ]);
      await back.waitFor();
      assert.ok(Math.abs((await shownHours(page)) - 84) < 2, `${await shownHours(page)} hours`);
      const before = await shownFrom(page);
      await touch(page, [
        [0.2, 0.4],
        [0.4, 0.6],
      ]);
      assert.ok(Math.abs((await shownHours(page)) - 84) < 2, "moved, not stretched");
      const moved = (before - (await shownFrom(page))) / 3600;
      assert.ok(Math.abs(moved - 84 * 0.2) < 2, `${moved} hours earlier`);
      assert.equal(await page.evaluate("visualViewport.scale"), 1, "the page is not zoomed");
      assert.ok(Number((await back.boundingBox())?.height) >= 24);
      await leave();
      await back.waitFor({ state: "hidden" });
      assert.equal(Math.round(await shownHours(page)), 168);
    }
    await page.context().close();
  });

  it("follows one finger with its cursor, and lets it scroll the page", async () => {
    const page = await visit("/markets/kalshi/often", PHONE);
    await touch(page, [[0.5], [0.25]]);
    await page.waitForFunction("document.querySelector('[data-moment]').textContent.startsWith('15 Nov 2026')");
    const top = await page.evaluate("scrollY");
    await touch(page, [[0.5], [0.5]], 200);
    await page.waitForFunction(`scrollY > ${Number(top) + 50}`);
    await page.context().close();
  });

  it("keeps zoom, hover and its drawing while the page updates itself", async () => {
    const page = await visit("/markets/kalshi/often");
    await drag(page, [0.5, 0.9]);
    const plot = page.locator(".u-over").first();
    await plot.hover({ position: { x: 200, y: 40 } });
    await page.evaluate("window.plotted = document.querySelector('.uplot')");
    const look = async () => ({
      hours: await shownHours(page),
      text: await page.locator(".legend").innerText(),
      cursor: await page.locator(".u-cursor-x").first().getAttribute("style"),
    });
    const before = await look();
    await page.evaluate(`fetch(location.href).then((reply) => reply.text()).then((text) => {
      const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("live");
      patchLive(document.getElementById("live"), fresh);
    })`);
    assert.deepEqual(await look(), before);
    assert.equal(await page.evaluate("plotted === document.querySelector('.uplot') && plotted.isConnected"), true);
    await page.getByRole("button", { name: "Show all" }).waitFor();
    await page.close();
  });

  it("has a name and a cursor for the keyboard, whose values are said politely", async () => {
    const page = await visit("/markets/kalshi/often");
    const chart = page.getByRole("application", { name: /^Chance of yes over 7 days: from \d/ });
    await chart.focus();
    const said = chart.locator("[aria-live=polite]");
    await page.keyboard.press("End");
    const last = await said.textContent();
    assert.match(last ?? "", /^\d+ \w{3} 2026, \d\d:\d\d: Kalshi \d+\.0%, Volume in 6 h \$\d/);
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction(`document.querySelector(".plot [aria-live]").textContent !== ${JSON.stringify(last)}`);
    assert.equal(await page.locator("[data-moment]").textContent(), (await said.textContent())?.split(": ")[0]);
    await page.keyboard.press("Home");
    assert.match((await said.textContent()) ?? "", /^\d+ \w{3} 2026, \d\d:\d\d: Kalshi/);
    await page.keyboard.press("+");
    assert.equal(Math.round(await shownHours(page)), 84);
    await page.keyboard.press("Escape");
    assert.equal(Math.round(await shownHours(page)), 168);
    await page.close();
  });

  it("shows the only price it knows as a point, with and without JavaScript", async () => {
    const page = await visit("/markets/kalshi/once");
    const columns = (await page.evaluate(`(${FIND_HEIGHTS})(".plot", "--kalshi")`)) as number[];
    assert.ok(columns.length >= 6 && columns.length < 20, `a point of ${columns.length} columns`);
    const plain = await visit("/markets/kalshi/once", { javaScriptEnabled: false });
    await plain.getByRole("img", { name: "40%, the only price known" }).waitFor();
    assert.equal(await plain.locator(".plot path").count(), 1);
    for (const one of [page, plain]) {
      assert.match(await one.locator("figcaption").innerText(), /Recorded since 20 Nov 2026, \d\d:\d\d\./);
      await one.close();
    }
  });

  it("switches to candles where the history is dense enough, and only there", async () => {
    const page = await visit("/markets/kalshi/often?range=24h");
    await page.getByRole("link", { name: "Candles" }).click();
    await page.locator(".uplot canvas").first().waitFor();
    assert.match(page.url(), /range=24h&view=candles/);
    const columns = (await page.evaluate(`(${FIND_HEIGHTS})(".plot", "--kalshi")`)) as number[];
    assert.ok(columns.length > 100, `${columns.length} columns`);
    await page.locator(".u-over").first().hover();
    assert.match(await page.locator(".legend").innerText(), /\d+\.0% \(open \d+\.0, high \d+\.0, low \d+\.0\)/);
    await page.goto(`${url}/markets/kalshi/once`);
    assert.equal(await page.getByRole("link", { name: "Candles" }).count(), 0);
    await page.goto(`${url}/markets/kalshi/once?view=candles`);
    await page.getByText("There are too few prices for candles in this range").waitFor();
    await page.close();
  });

  it("has axes without JavaScript, and hinders nobody in light and dark", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      for (const view of ["line", "candles"]) {
        const path = `/markets/kalshi/often?range=24h&view=${view}`;
        const page = await visit(path, { colorScheme });
        assert.deepEqual(await findBarriers(page), []);
        await page.close();
      }
      const plain = await visit("/markets/kalshi/often", { colorScheme, javaScriptEnabled: false });
      assert.ok((await plain.locator(".plot .time").allTextContents()).includes("17 Nov"));
      assert.ok((await plain.locator(".plot .value").allTextContents()).includes("40%"));
      await plain.close();
    }
  });
});

/** Drags over the upper plot, from one share of its width to another. */
async function drag(page: Page, [from, to]: readonly [number, number]): Promise<void> {
  const box = await page.locator(".u-over").first().boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + box.width * from, box.y + 60);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * to, box.y + 70, { steps: 5 });
  await page.mouse.up();
}

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

/** Moves fingers over the upper plot: where they begin and end, as shares of its width, and how far up they go. */
async function touch(page: Page, [from, to]: readonly [readonly number[], readonly number[]], up = 0): Promise<void> {
  const plot = page.locator(".u-over").first();
  await plot.scrollIntoViewIfNeeded();
  const box = await plot.boundingBox();
  assert.ok(box);
  const session = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", shares: readonly number[], y: number) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: shares.map((share, id) => ({ id, x: box.x + box.width * share, y: box.y + y })),
    });
  const height = box.height - 20;
  await send("touchStart", from, height);
  for (let step = 1; step <= 10; step++) {
    const shares = from.map((begin, index) => begin + (((to[index] ?? begin) - begin) * step) / 10);
    await send("touchMove", shares, height - (up * step) / 10);
  }
  await send("touchEnd", [], 0);
}

async function doubleTap(page: Page): Promise<void> {
  const box = await page.locator(".u-over").first().boundingBox();
  assert.ok(box);
  for (const _ of [1, 2]) await page.touchscreen.tap(box.x + box.width / 2, box.y + 80);
}

/** The first time that the chart shows, in epoch seconds. */
const shownFrom = async (page: Page): Promise<number> =>
  Number(((await page.evaluate("document.querySelector('.plot').dataset.shown")) as string).split(" ")[0]);

/** How many hours the chart shows, as its cursor reads them from end to end. */
async function shownHours(page: Page): Promise<number> {
  const scale = (await page.evaluate("document.querySelector('.plot').dataset.shown")) as string;
  const [from = 0, to = 0] = scale.split(" ").map(Number);
  return (to - from) / 3600;
}

/** Run in the page: in each column of a plot that has something in a colour, how many pixels are. Texts of time are left out. */
const FIND_HEIGHTS = `(place, name) => {
  const canvas = document.querySelector(place + " canvas");
  const probe = document.createElement("span");
  probe.style.color = "var(" + name + ")";
  canvas.closest(".plot").append(probe);
  const color = getComputedStyle(probe).color.match(/\\d+/g).map(Number);
  probe.remove();
  const { data, width } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  const heights = new Map();
  for (let index = 0; index < data.length - width * 26 * 4; index += 4) {
    const column = (index / 4) % width;
    if (color.every((part, place) => Math.abs(part - data[index + place]) < 24)) heights.set(column, (heights.get(column) ?? 0) + 1);
  }
  return [...heights].sort(([a], [b]) => a - b).map(([, height]) => height);
}`;
