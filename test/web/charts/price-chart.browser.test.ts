import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { openTestApi } from "../../support/service/api.ts";
import { browserMissing, openPage, startBrowser } from "../../support/service/browser.ts";
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
  return { ...(await openTestApi({ writer: test, hasPages: true })), browser: await startBrowser() };
}

function halvesTo(first: number, last: number): number[] {
  return Array.from({ length: (last - first) * 2 }, (_, index) => first + (index + 1) / 2);
}

describe("a market's chart", { skip: browserMissing }, () => {
  if (site === undefined) return;
  const { url, browser } = site;

  async function visit(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const page = await openPage(browser, options);
    await page.clock.setFixedTime(START);
    await page.goto(`${url}${path}`);
    return page;
  }

  it("says the latest values at rest, and those under the cursor, in one time zone", async () => {
    const page = await visit("/markets/kalshi/often", { timezoneId: "Asia/Tokyo", locale: "ja-JP" });
    const values = page.locator(".legend [data-value]");
    const atRest = await values.allTextContents();
    assert.match(atRest.join(" "), /^\d+\.0% \$\d+ Latest$/);
    assert.equal((await page.locator("figure").innerText()).match(/UTC/g)?.length, 1);
    // The plot of volume moves the same cursor.
    for (const index of [0, 1]) {
      const drawn = page.locator(".plot > svg").nth(index);
      await drawn.scrollIntoViewIfNeeded();
      const plot = await drawn.boundingBox();
      assert.ok(plot);
      await page.mouse.move(plot.x + plot.width / 2, plot.y + 20);
      assert.match((await values.last().textContent()) ?? "", /^\d+ \w{3} 2026, \d\d:00$/);
      await page.mouse.move(5, 5);
      assert.deepEqual(await values.allTextContents(), atRest);
    }
    await page.close();
  });

  it("follows one finger with its cursor, and lets it scroll the page", async () => {
    const page = await visit("/markets/kalshi/often", PHONE);
    await touch(page, [[0.5], [0.25]]);
    await page.locator(".legend .at", { hasText: "15 Nov 2026" }).waitFor();
    const top = await page.evaluate("scrollY");
    await touch(page, [[0.5], [0.5]], 200);
    await page.waitForFunction(`scrollY > ${Number(top) + 50}`);
    await page.context().close();
  });

  it("has a cursor for the keyboard, whose values are said politely", async () => {
    const page = await visit("/markets/kalshi/often");
    const values = page.locator(".legend [data-value]");
    const said = page.locator("figure [aria-live=polite]");
    assert.equal(await said.textContent(), "");
    await page.getByRole("img", { name: /^Chance of yes over 7 days: Kalshi from \d/ }).focus();
    await page.keyboard.press("End");
    assert.equal(await values.last().textContent(), "20 Nov 2026, 12:00");
    assert.match((await said.textContent()) ?? "", /^20 Nov 2026, 12:00: Kalshi \d+\.0%, Volume in 6\u00a0h \$\d/);
    await page.keyboard.press("ArrowLeft");
    assert.equal(await values.last().textContent(), "20 Nov 2026, 11:00");
    assert.match((await said.textContent()) ?? "", /^20 Nov 2026, 11:00: Kalshi \d+\.0%, Volume in 6\u00a0h \$\d/);
    await page.keyboard.press("Home");
    assert.equal(await values.last().textContent(), "13 Nov 2026, 12:00");
    await page.close();
  });

  it("shows the only price it knows as a point, with and without JavaScript", async () => {
    const page = await visit("/markets/kalshi/once");
    assert.equal(await page.locator(".plot path.point").count(), 1);
    const plain = await visit("/markets/kalshi/once", { javaScriptEnabled: false });
    await plain.getByRole("img", { name: "Kalshi 40%" }).waitFor();
    assert.equal(await plain.locator(".plot path").count(), 1);
    for (const one of [page, plain]) {
      assert.match(await one.locator("figcaption").innerText(), /Prices are recorded since 20 Nov 2026, \d\d:\d\d\./);
      await one.close();
    }
  });
});

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

/** Moves fingers over the upper plot: where they begin and end, as shares of its width, and how far up they go. */
async function touch(page: Page, [from, to]: readonly [readonly number[], readonly number[]], up = 0): Promise<void> {
  const plot = page.locator(".plot > svg").first();
  await plot.scrollIntoViewIfNeeded();
  const box = await plot.boundingBox();
  assert.ok(box);
  const session = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", shares: readonly number[], y: number) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: shares.map((share, id) => ({ id, x: box.x + box.width * share, y: box.y + y })),
    });
  // Above the bar with the cheapest offer.
  const height = box.height - 80;
  await send("touchStart", from, height);
  for (let step = 1; step <= 10; step++) {
    const shares = from.map((begin, index) => begin + (((to[index] ?? begin) - begin) * step) / 10);
    await send("touchMove", shares, height - (up * step) / 10);
  }
  await send("touchEnd", [], 0);
}
