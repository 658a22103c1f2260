import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { browserMissing, openPage, startBrowser } from "../../support/service/browser.ts";
import { HOUR_MS, START } from "../../support/store/builders.ts";
import { openMovingMarkets } from "./moving-markets.ts";

const browser = browserMissing ? undefined : await startBrowser();

type Pages = Awaited<ReturnType<typeof openMovingMarkets>>;

describe("a page that keeps itself up to date", { skip: browserMissing }, () => {
  if (browser === undefined) return;

  /** A page in a browser whose clock stands still. */
  async function visit(pages: Pages, path = "/", options: BrowserContextOptions = {}): Promise<Page> {
    if (browser === undefined) throw new Error("there is no browser");
    const page = await openPage(browser, options);
    // Until it is told to stand still it runs on.
    await page.clock.install({ time: START - HOUR_MS });
    await page.clock.pauseAt(START);
    await page.goto(`${pages.url}${path}`);
    return page;
  }

  const signalOf = (page: Page) => page.locator(".signal").innerText();
  const stripOf = (page: Page) => page.locator(".sign li", { hasText: "Kalshi" }).innerText();
  const cellOf = (page: Page, id: string) => page.locator(`#live [data-key="kalshi:${id}"]`).first();

  /** Lets the page read itself again. */
  async function untilShown(page: Page, id: string, text: string): Promise<void> {
    while ((await cellOf(page, id).filter({ hasText: text }).count()) === 0) await page.clock.runFor(500);
  }

  /** Requests of the page to its own address, with their answers. */
  function watchReadings(page: Page): number[] {
    const statuses: number[] = [];
    page.on("response", (response) => {
      if (response.url() === page.url()) statuses.push(response.status());
    });
    return statuses;
  }

  for (const path of ["/", "/markets", "/markets/kalshi/a", "/search?q=happen"]) {
    it(`shows a new price in its place without being loaded again: ${path}`, async () => {
      const pages = await openMovingMarkets();
      const page = await visit(pages, path);
      const cell = await cellOf(page, "a").elementHandle();
      await pages.move({ a: 620_000 });
      await untilShown(page, "a", "62");
      assert.match((await cell?.textContent()) ?? "", /^62/, "the same cell");
      assert.match((await cell?.getAttribute("class")) ?? "", /changed/);
      await page.context().close();
    });
  }

  it("asks every 5 seconds, and is told that nothing has changed", async () => {
    const pages = await openMovingMarkets();
    const page = await visit(pages);
    const statuses = watchReadings(page);
    for (let count = 1; count <= 3; count++) {
      await page.clock.runFor(5000);
      while (statuses.length < count) await page.clock.runFor(100);
    }
    assert.deepEqual(statuses.slice(1), [304, 304]);
    await page.context().close();
  });

  it("keeps focus, selection, open details, scroll and what is under the pointer of a chart", async () => {
    const pages = await openMovingMarkets();
    for (const price of [120_000, 140_000, 160_000]) await pages.move({ a: price });
    const page = await visit(pages, "/markets/kalshi/a?range=24h", { viewport: { width: 1000, height: 500 } });
    const link = page.locator("#live").getByRole("link", { name: "7 days" });
    await page.getByText("Figures of the chart", { exact: true }).first().click();
    await link.focus();
    await page.evaluate("getSelection().selectAllChildren(document.querySelector('#live h1'))");
    await page
      .locator(".plot")
      .first()
      .hover({ position: { x: 100, y: 20 } });
    await page.evaluate("scrollBy(0, 40)");
    const look = () =>
      page.evaluate(`({
        focus: document.activeElement.getAttribute("href"), selected: getSelection().toString(),
        open: document.querySelector("details").open, scroll: scrollY,
        hover: document.querySelector(".lines").getAttribute("style"),
      })`) as Promise<Record<string, unknown>>;
    const before = await look();
    assert.deepEqual([before.open, before.selected], [true, "Will a happen?"]);
    assert.equal(before.focus, "/markets/kalshi/a?range=7d#course");
    assert.match(String(before.hover), /--at/);
    await pages.move({ a: 620_000 });
    await untilShown(page, "a", "62");
    assert.deepEqual(await look(), before);
    await page.mouse.move(0, 0);
    await page.locator(".legend [data-value]", { hasText: "62.0%" }).waitFor();
    await page.context().close();
  });

  it("keeps the rows of the board in their places and moves nothing, until one asks for new ones", async () => {
    const pages = await openMovingMarkets();
    const page = await visit(pages);
    await page.evaluate(`window.shift = 0; new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) window.shift += value;
    }).observe({ type: "layout-shift" })`);
    const names = () =>
      page.evaluate(`[...document.querySelectorAll(".grid tbody tr")].map((row) => row.dataset.row)`) as Promise<
        string[]
      >;
    const before = await names();
    await pages.move({ a: 620_000, e: 500_000 });
    await untilShown(page, "a", "62");
    assert.deepEqual(await names(), before);
    assert.ok(Number(await page.evaluate("shift")) <= 0.02, `layout shift ${await page.evaluate("shift")}`);
    await page.getByRole("button", { name: "1 new" }).click();
    while ((await names()).length === before.length) await page.clock.runFor(500);
    assert.equal((await names()).length, before.length + 1);
    assert.equal(await page.getByRole("button", { name: /new/ }).count(), 0);
    await page.context().close();
  });

  it("keeps the focus in a row that moves, and what was typed", async () => {
    const pages = await openMovingMarkets();
    const page = await visit(pages, "/markets?sort=price");
    const names = () => page.locator("#live tbody th a").allInnerTexts();
    assert.equal((await names()).at(-1), "Will a happen?");
    await page.evaluate(`live.append(Object.assign(document.createElement("input"), { id: "typed" }))`);
    await page.locator("#live tbody th a", { hasText: "Will a happen?" }).focus();
    await pages.move({ a: 990_000 });
    await untilShown(page, "a", "99");
    assert.equal((await names()).at(0), "Will a happen?");
    assert.equal(await page.evaluate("document.activeElement.textContent"), "Will a happen?");
    await page.context().close();
  });

  it("counts on, says how old it is and calls nothing live while the service cannot be reached", async () => {
    const pages = await openMovingMarkets();
    const page = await visit(pages);
    assert.equal(await signalOf(page), "Updated 0\u00a0s ago");
    assert.match(await stripOf(page), /Kalshi live, 0\u00a0s ago/);
    const colorOf = () => page.evaluate(`getComputedStyle(document.querySelector(".sign .dot")).backgroundColor`);
    const green = await colorOf();
    await page.context().setOffline(true);
    await page.clock.runFor(3000);
    assert.equal(await signalOf(page), "Updated 3\u00a0s ago");
    assert.match(await stripOf(page), /Kalshi live, 3\u00a0s ago/);
    await page.clock.runFor(57_000);
    assert.equal(await signalOf(page), "Updated 1\u00a0min ago");
    assert.match(await stripOf(page), /\blast known: Kalshi live, 1\u00a0min ago/);
    assert.equal(await page.locator(".signal.old").count(), 1);
    assert.notEqual(await colorOf(), green);
    await pages.move({ a: 620_000 });
    await page.context().setOffline(false);
    await untilShown(page, "a", "62");
    assert.match(await signalOf(page), /^Updated \d\u00a0s ago$/);
    assert.equal(await page.locator(".signal.old").count(), 0);
    assert.doesNotMatch(await stripOf(page), /last known/);
    assert.equal(await colorOf(), green);
    await page.context().close();
  });

  it("says after a long sleep how old it is, before anything was asked", async () => {
    const pages = await openMovingMarkets();
    const page = await visit(pages);
    await page.route("**", () => undefined);
    await page.clock.fastForward("08:00:00");
    await page.clock.runFor(1000);
    assert.equal(await signalOf(page), "Updated 8\u00a0h ago");
    assert.match(await stripOf(page), /\blast known: Kalshi live, 8\u00a0h ago/);
    await page.context().close();
  });

  it("asks less and less often while answers fail, and comes back by itself", async () => {
    const pages = await openMovingMarkets();
    const page = await visit(pages);
    await pages.stop();
    let asked = 0;
    page.on("requestfailed", () => asked++);
    for (let second = 0; second < 120; second++) await page.clock.runFor(1000);
    assert.ok(asked >= 2 && asked <= 8, `${asked} times in 2 minutes`);
    await pages.startAgain();
    await pages.move({ a: 620_000 });
    await untilShown(page, "a", "62");
    await page.context().close();
  });

  it("asks for nothing while nobody sees it, and at once when it is seen", async () => {
    const pages = await openMovingMarkets();
    const page = await visit(pages);
    const show = (state: string) =>
      page.evaluate(`Object.defineProperty(document, "hidden", { value: ${state === "hidden"}, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"))`);
    await show("hidden");
    const statuses = watchReadings(page);
    await pages.move({ a: 620_000 });
    await page.clock.runFor(60_000);
    assert.deepEqual(statuses, []);
    await show("visible");
    await cellOf(page, "a").filter({ hasText: "62" }).waitFor();
    await page.context().close();
  });

  it("says without JavaScript when it was made", async () => {
    const pages = await openMovingMarkets();
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    for (const path of ["/", "/status", "/markets/kalshi/a"]) {
      await page.goto(`${pages.url}${path}`);
      assert.equal(await signalOf(page), "As of 20 Nov 2026, 12:00 UTC", path);
    }
    await context.close();
  });
});
