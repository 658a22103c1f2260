import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { browserMissing, openPage, startBrowser } from "../../support/service/browser.ts";
import { HOUR_MS, START } from "../../support/store/builders.ts";
import { openMovingMarkets } from "./moving-markets.ts";

const SETTLED = "Settled. These prices no longer change.";

const browser = browserMissing ? undefined : await startBrowser();

describe("a page whose last price is settled while it is open", { skip: browserMissing }, () => {
  if (browser === undefined) return;

  it("says so, keeps what was open, and reads nothing any more", async () => {
    const pages = await openMovingMarkets();
    const page = await openPage(browser);
    await page.clock.install({ time: START - HOUR_MS });
    await page.clock.pauseAt(START);
    await page.goto(`${pages.url}/markets/kalshi/a`);
    const signal = page.locator(".signal");
    await page.locator("#live details summary").first().click();
    await pages.move({ a: 1_000_000 }, { status: "closed", outcome: "yes", bestBid: null, bestAsk: null });
    while ((await signal.innerText()) !== SETTLED) await page.clock.runFor(500);
    assert.match(await page.locator(".now").innerText(), /Resolved: yes/);
    assert.equal(await page.locator("#live details").first().getAttribute("open"), "");
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.clock.runFor(100_000);
    assert.deepEqual([asked, await signal.innerText()], [[], SETTLED]);
    await page.reload();
    assert.equal(await signal.innerText(), SETTLED);
    await page.context().close();
  });
});
