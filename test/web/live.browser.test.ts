import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Page } from "playwright-core";
import { browserMissing, startBrowser } from "../support/service/browser.ts";
import { servePages } from "../support/service/pages.ts";
import { HOUR_MS, page as listing, market, START } from "../support/store/builders.ts";
import { openTestWriter } from "../support/store/writer.ts";

const site = browserMissing ? undefined : await open();

async function open() {
  const test = openTestWriter({ scripts: { kalshi: { full: [listing([market({ id: "q" })])] } } });
  await test.writer.runOnce(new Set());
  return { ...(await servePages(test)), test, browser: await startBrowser() };
}

interface Failure {
  readonly what: string;
  readonly fail: (page: Page) => Promise<unknown>;
  readonly words: string;
  /** How long it takes to be noticed. */
  readonly afterMs?: number;
}

describe("a page that keeps itself up to date", { skip: browserMissing }, () => {
  if (site === undefined) return;
  const { url, test, browser } = site;

  /** The board in a browser whose clock stands still, at the moment it was made. */
  async function visit(path = "/"): Promise<Page> {
    test.clock.fixAt(START);
    const page = await browser.newPage();
    // Until it is told to stand still it runs on.
    await page.clock.install({ time: START - HOUR_MS });
    await page.clock.pauseAt(START);
    await page.goto(`${url}${path}`);
    await stateOf(page, "live");
    return page;
  }

  const stateOf = (page: Page, state: string) => page.locator(`.signal[data-signal=${state}]`).waitFor();
  const signalOf = (page: Page) => page.locator(".signal").innerText();
  const stripOf = (page: Page) => page.locator(".strip li", { hasText: "Kalshi" }).innerText();

  /** The colour of every sign of the page, filled or not. */
  const colorsOf = async (page: Page): Promise<string[]> =>
    (await page.evaluate(
      `[...document.querySelectorAll(".signal .dot, #live .dot")].map((dot) => getComputedStyle(dot).backgroundColor)`,
    )) as string[];

  it("counts on between two updates", async () => {
    const page = await visit();
    assert.match(await stripOf(page), /live, 0 s ago/);
    await page.clock.runFor(20_000);
    assert.match(await signalOf(page), /^Live, updated 20 s ago/);
    assert.match(await stripOf(page), /\blive, 20 s ago/);
    const updated = page.waitForResponse(`${url}/`);
    test.clock.fixAt(START + 90_000);
    await page.clock.runFor(10_000);
    await (await updated).finished();
    await page.locator(".strip", { hasText: "live, 2 min ago" }).waitFor();
    assert.match(await signalOf(page), /^Live, updated 0 s ago/);
  });

  const failures: readonly Failure[] = [
    {
      what: "cannot reach the service",
      fail: (page) => page.route("**", (route) => route.abort("connectionrefused")),
      words: "Connection lost",
    },
    { what: "has lost its network", fail: (page) => page.context().setOffline(true), words: "Connection lost" },
    {
      what: "gets no answer in time",
      fail: (page) => page.route("**", () => undefined),
      afterMs: 41_000,
      words: "Connection lost",
    },
    {
      what: "is refused",
      fail: (page) => page.route("**", (route) => route.fulfill({ status: 503 })),
      words: "Updates fail (503)",
    },
  ];
  for (const { what, fail, words, afterMs = 31_000 } of failures) {
    it(`says that it ${what}, since when, and shows nothing as live`, async () => {
      const page = await visit();
      const green = await colorsOf(page);
      await fail(page);
      await page.clock.runFor(afterMs);
      await stateOf(page, "lost");
      await page.clock.runFor(55_000 - afterMs);
      assert.equal((await signalOf(page)).replace(/ Update now$/, ""), `${words}, last update 55 s ago`);
      assert.match(await stripOf(page), /last known: live, 55 s ago/);
      assert.deepEqual(
        (await colorsOf(page)).filter((color) => green.slice(0, 2).includes(color)),
        [],
      );
      await page.unroute("**");
      await page.context().setOffline(false);
      await page.clock.runFor(6000);
      await stateOf(page, "live");
      assert.match(await stripOf(page), /\blive, /);
      assert.deepEqual(await colorsOf(page), green);
      await page.close();
    });
  }

  it("says after a long sleep how old it is, before anything was asked", async () => {
    const page = await visit();
    await page.route("**", () => undefined);
    await page.clock.fastForward("08:00:00");
    await page.clock.runFor(1000);
    assert.match(await signalOf(page), /^Paused, last update 8 h ago/);
    assert.match(await stripOf(page), /last known: live, 8 h ago/);
    await page.close();
  });

  it("replaces nothing under the hands of its reader, says so, and goes on when told to", async () => {
    const page = await visit();
    await page.locator("#live a").first().focus();
    const asked = page.waitForResponse(`${url}/`);
    await page.clock.runFor(31_000);
    await (await asked).finished();
    await page.clock.runFor(9000);
    await stateOf(page, "paused");
    assert.match(await signalOf(page), /^Paused, last update 40 s ago/);
    await page.getByRole("button", { name: "Update now" }).click();
    await stateOf(page, "live");
    assert.match(await signalOf(page), /^Live, updated 0 s ago/);
    assert.equal(await page.getByRole("button", { name: "Update now" }).isVisible(), false);
    await page.close();
  });

  it("has one sign for each of three states", async () => {
    const page = await visit();
    const seen = [await signOf(page)];
    await page.locator("#live a").first().focus();
    await page.clock.runFor(1000);
    seen.push(await signOf(page));
    await page.route("**", (route) => route.abort());
    await page.clock.runFor(31_000);
    await stateOf(page, "lost");
    seen.push(await signOf(page));
    assert.equal(new Set(seen.map(({ color }) => color)).size, 3, JSON.stringify(seen));
    assert.deepEqual(
      seen.map(({ words }) => words),
      ["Live", "Paused", "Connection lost"],
    );
    await page.close();
  });

  const signOf = async (page: Page) => ({
    words: await page.locator(".signal [role=status]").innerText(),
    color: (await colorsOf(page))[0],
  });

  it("says without JavaScript when it was made", async () => {
    test.clock.fixAt(START);
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    for (const path of ["/", "/status", "/markets/kalshi/q", "/events/kalshi/e1"]) {
      await page.goto(`${url}${path}`);
      assert.equal(await signalOf(page), "As of 20 Nov 2026, 12:00 UTC", path);
    }
    await context.close();
  });
});
