import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { openPages, untilAsking } from "../../support/feed/pages.ts";
import { browserMissing, startBrowser } from "../../support/service/browser.ts";
import { HOUR_MS, START } from "../../support/store/builders.ts";

const browser = browserMissing ? undefined : await startBrowser();

type Pages = Awaited<ReturnType<typeof openPages>>;

describe("a page that keeps itself up to date", { skip: browserMissing }, () => {
  if (browser === undefined) return;

  /** A page in a browser whose clock stands still, with its stream open. */
  async function visit(pages: Pages, path = "/", options: BrowserContextOptions = {}): Promise<Page> {
    const page = await browser?.newPage(options);
    if (page === undefined) throw new Error("there is no browser");
    // Until it is told to stand still it runs on.
    await page.clock.install({ time: START - HOUR_MS });
    await page.clock.pauseAt(START);
    await page.goto(`${pages.url}${path}`);
    await pages.untilOpen(1);
    await stateOf(page, "live");
    return page;
  }

  const stateOf = (page: Page, state: string) => page.locator(`.signal[data-signal=${state}]`).waitFor();
  const signalOf = async (page: Page) =>
    (await page.locator(".signal").innerText()).replaceAll(/\s*\n\s*/g, " ").replaceAll(" ,", ",");
  const stripOf = (page: Page) => page.locator(".strip li", { hasText: "Kalshi" }).innerText();
  const cellOf = (page: Page, id: string) => page.locator(`#live [data-key="kalshi:${id}"]`).first();
  const leave = async (pages: Pages, page: Page) => {
    await page.context().close();
    await pages.untilOpen(0);
  };

  /** Lets the page hear of a change and read itself again. */
  async function untilShown(page: Page, id: string, text: string): Promise<void> {
    while ((await cellOf(page, id).filter({ hasText: text }).count()) === 0) await page.clock.runFor(500);
  }

  /** The colour of every sign of the page, filled or not. */
  const colorsOf = async (page: Page): Promise<string[]> =>
    (await page.evaluate(
      `[...document.querySelectorAll(".signal .dot, #live .dot")].map((dot) => getComputedStyle(dot).backgroundColor)`,
    )) as string[];

  for (const path of ["/", "/markets", "/markets/kalshi/a", "/events/kalshi/e-a", "/search?q=happen"]) {
    it(`shows a new price in its place without being loaded again: ${path}`, async () => {
      const pages = await openPages();
      const page = await visit(pages, path);
      const cell = await cellOf(page, "a").elementHandle();
      await pages.move({ a: 620_000 });
      await untilShown(page, "a", "62");
      assert.match((await cell?.textContent()) ?? "", /^62/, "the same cell");
      assert.match((await cell?.getAttribute("class")) ?? "", /changed/);
      await leave(pages, page);
    });
  }

  it("shows a change that comes while it reads itself", async () => {
    const pages = await openPages();
    const [page, held] = [await visit(pages), [] as (() => unknown)[]];
    await page.route(`${pages.url}/`, async (route) => {
      const response = await route.fetch();
      held.push(() => route.fulfill({ response }));
    });
    await pages.move({ a: 520_000 });
    while (held.length === 0) await page.clock.runFor(200);
    await page.evaluate("window.lastHeard = lastSeq");
    await pages.move({ a: 620_000 });
    while (!(await page.evaluate("lastSeq > lastHeard"))) await new Promise(setImmediate);
    // Its timer ends before the answer comes.
    await page.clock.runFor(3000);
    held[0]?.();
    await page.unroute(`${pages.url}/`);
    await page.clock.runFor(5000);
    await cellOf(page, "a").filter({ hasText: "62" }).waitFor({ timeout: 5000 });
    await leave(pages, page);
  });

  it("shows on the status page that a platform was read", async () => {
    const pages = await openPages();
    const page = await visit(pages, "/status");
    const age = page.locator("tr", { hasText: "Kalshi" }).locator("time").first();
    const before = await age.getAttribute("datetime");
    await pages.move({ a: 620_000 });
    while ((await age.getAttribute("datetime")) === before) await page.clock.runFor(500);
    await leave(pages, page);
  });

  it("keeps focus, selection, open details, scroll and what is under the pointer of a chart", async () => {
    const pages = await openPages();
    for (const price of [120_000, 140_000, 160_000]) await pages.move({ a: price });
    const page = await visit(pages, "/events/kalshi/e-a?range=24h", { viewport: { width: 1000, height: 500 } });
    const link = page.locator('#live tr a[href="/markets/kalshi/a"]').first();
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
    assert.deepEqual([before.open, before.selected], [true, "The question of e-a"]);
    assert.equal(before.focus, "/markets/kalshi/a");
    assert.match(String(before.hover), /--at/);
    await pages.move({ a: 620_000 });
    await untilShown(page, "a", "62");
    assert.deepEqual(await look(), before);
    await page.mouse.move(0, 0);
    await page.locator(".legend [data-value]", { hasText: "62.0%" }).waitFor();
    await leave(pages, page);
  });

  it("leaves rows where they are, and puts them in order when it is told to", async () => {
    const pages = await openPages();
    const page = await visit(pages, "/markets?sort=price");
    const names = () => page.locator("#live tbody th a").allInnerTexts();
    const before = await names();
    const sorter = page.getByRole("button", { name: "Sort again" });
    await pages.move({ a: 990_000 });
    await untilShown(page, "a", "99");
    assert.deepEqual(await names(), before);
    await pages.move({ b: 10_000 });
    await untilShown(page, "b", "1");
    assert.deepEqual(await names(), before);
    await sorter.click();
    assert.deepEqual([(await names()).at(0), (await names()).at(-1)], ["Will a happen?", "Will b happen?"]);
    await leave(pages, page);
  });

  it("counts on between two changes, and reads itself again after a while without any", async () => {
    const pages = await openPages();
    const page = await visit(pages);
    assert.match(await stripOf(page), /live, 0 s ago/);
    await page.clock.runFor(10_000);
    assert.match(await signalOf(page), /^Live, updated 10 s ago Pause$/);
    assert.match(await stripOf(page), /\blive, 10 s ago/);
    await leave(pages, page);
  });

  it("says when it has lost its network, counts, shows nothing as live, and catches up when it is back", async () => {
    const pages = await openPages();
    const page = await visit(pages);
    const green = await colorsOf(page);
    await page.context().setOffline(true);
    await stateOf(page, "lost");
    await pages.move({ a: 620_000 });
    await page.clock.runFor(60_000);
    assert.equal(await signalOf(page), "Connection lost, last update 1 min ago Try again");
    assert.match(await stripOf(page), /last known: live, 1 min ago/);
    assert.deepEqual(
      (await colorsOf(page)).filter((color) => green.includes(color)),
      [],
    );
    await page.context().setOffline(false);
    await untilShown(page, "a", "62");
    await pages.untilOpen(1);
    await stateOf(page, "live");
    assert.deepEqual(await colorsOf(page), green);
    await leave(pages, page);
  });

  it("notices a connection that has gone silent, and tries again when told to", async () => {
    const pages = await openPages();
    const page = await visit(pages);
    await page.route("**", (route) => route.abort("connectionrefused"));
    await page.clock.fastForward(16_000);
    await page.clock.runFor(1000);
    await stateOf(page, "lost");
    assert.match(await signalOf(page), /^Connection lost, last update 1[67] s ago/);
    await page.unroute("**");
    await page.getByRole("button", { name: "Try again" }).click();
    await stateOf(page, "live");
    await leave(pages, page);
  });

  it("says after a long sleep how old it is, before anything was asked", async () => {
    const pages = await openPages();
    const page = await visit(pages);
    await page.route("**", () => undefined);
    await page.clock.fastForward("08:00:00");
    await page.clock.runFor(1000);
    assert.match(await signalOf(page), /^Connection lost, last update 8 h ago/);
    assert.match(await stripOf(page), /last known: live, 8 h ago/);
    await leave(pages, page);
  });

  it("comes back by itself after the service was started again", async () => {
    const pages = await openPages();
    const page = await visit(pages);
    await pages.stop();
    while ((await page.locator(".signal[data-signal=lost]").count()) === 0) await page.clock.runFor(500);
    await pages.startAgain();
    await pages.move({ a: 620_000 });
    const waited = await untilAsking(page);
    assert.ok(waited <= 12_000, `after ${waited} ms`);
    while (pages.site().context.hub.figures().open === 0) await page.clock.runFor(500);
    await untilShown(page, "a", "62");
    await stateOf(page, "live");
    await page.context().close();
  });

  it("stands still while it is paused, without a stream, and catches up when it goes on", async () => {
    const pages = await openPages();
    const page = await visit(pages);
    await page.getByRole("button", { name: "Pause" }).click();
    await pages.untilOpen(0);
    await pages.move({ a: 620_000 });
    await page.clock.runFor(40_000);
    assert.equal(await signalOf(page), "Paused, last update 40 s ago Resume");
    assert.match(await stripOf(page), /last known: live, 40 s ago/);
    assert.match(await cellOf(page, "a").innerText(), /^10/);
    await page.getByRole("button", { name: "Resume" }).click();
    await untilShown(page, "a", "62");
    await pages.untilOpen(1);
    await stateOf(page, "live");
    await leave(pages, page);
  });

  it("has no stream while nobody sees it", async () => {
    const pages = await openPages();
    const page = await visit(pages);
    const show = (state: string) =>
      page.evaluate(`Object.defineProperty(document, "hidden", { value: ${state === "hidden"}, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"))`);
    await show("hidden");
    await pages.untilOpen(0);
    await pages.move({ a: 620_000 });
    await show("visible");
    await untilShown(page, "a", "62");
    await pages.untilOpen(1);
    await leave(pages, page);
  });

  it("reads itself every 30 s and says so where it is refused a stream", async () => {
    const pages = await openPages();
    const page = await visit(pages);
    const others = await Promise.all(Array.from({ length: 7 }, () => fetch(`${pages.url}/live`)));
    const refused = await browser.newPage();
    await refused.clock.install({ time: START - HOUR_MS });
    await refused.clock.pauseAt(START);
    await refused.goto(pages.url);
    while ((await refused.locator(".signal[data-signal=reads]").count()) === 0) await refused.clock.runFor(500);
    assert.match(await signalOf(refused), /^Updates every 30 s, updated \d s ago Pause$/);
    await pages.move({ a: 620_000 });
    const waited = await untilAsking(refused);
    assert.ok(waited > 20_000 && waited <= 32_000, `after ${waited} ms`);
    await cellOf(refused, "a").filter({ hasText: "62%" }).waitFor({ timeout: 10_000 });
    for (const other of others) await other.body?.cancel();
    await pages.untilOpen(1);
    while ((await refused.locator(".signal[data-signal=live]").count()) === 0) await refused.clock.runFor(5000);
    await refused.context().close();
    await leave(pages, page);
  });

  it("has one sign for each of its states, in words, shape and colour", async () => {
    const pages = await openPages();
    const page = await visit(pages);
    const signOf = async () => ({
      words: await page.locator(".signal [role=status]").innerText(),
      shape:
        await page.evaluate(`(({ borderRadius, borderWidth, clipPath }) => [borderRadius, borderWidth, clipPath].join())
        (getComputedStyle(document.querySelector(".signal .dot")))`),
      color: await page.evaluate(`getComputedStyle(document.querySelector(".signal")).backgroundColor`),
    });
    const seen = [await signOf()];
    await page.getByRole("button", { name: "Pause" }).click();
    seen.push(await signOf());
    await page.getByRole("button", { name: "Resume" }).click();
    await stateOf(page, "live");
    await page.context().setOffline(true);
    await stateOf(page, "lost");
    seen.push(await signOf());
    assert.equal(seen.map(({ words }) => words).join(), "Live,Paused,Connection lost");
    for (const name of ["shape", "color"] as const) {
      assert.equal(new Set(seen.map((sign) => sign[name])).size, 3, JSON.stringify(seen));
    }
    await leave(pages, page);
  });

  it("says without JavaScript when it was made", async () => {
    const pages = await openPages();
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    for (const path of ["/", "/status", "/markets/kalshi/a", "/events/kalshi/e-a"]) {
      await page.goto(`${pages.url}${path}`);
      assert.equal(await signalOf(page), "As of 20 Nov 2026, 12:00 UTC", path);
    }
    await context.close();
  });
});
