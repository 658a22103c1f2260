import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { browserMissing, startBrowser } from "../../support/service/browser.ts";
import { eventually, startTestService } from "../../support/service/service.ts";

const MAX_WAIT_MS = 7000;
/** On a busy machine some come later. */
const MAX_CHANGES = 10;
const PATIENCE_MS = 90_000;

const browser = browserMissing ? undefined : await startBrowser();
const service = browserMissing ? undefined : await startDemo();

async function startDemo() {
  const started = await startTestService({ isDemo: true, environment: {}, flags: { "pages-per-minute": "100000" } });
  await started.ready;
  return started;
}

describe("the demo in a browser, as time goes by", { skip: browserMissing }, () => {
  if (browser === undefined || service === undefined) return;

  /** The first address on a page that begins so. */
  const linkOn = (path: string, start: string) =>
    eventually(`a link to ${start} on ${path}`, async () => {
      const text = await (await fetch(`${service.url}${path}`)).text();
      return new RegExp(`href="(${start}[^"?]+)"`).exec(text)?.[1];
    });

  const paths: Readonly<Record<string, () => Promise<string>>> = {
    "the board": async () => "/",
    "a question": () => linkOn("/arbitrage", "/questions/"),
    "a market": () => linkOn("/arbitrage", "/markets/"),
    "an event": () => linkOn("/search?q=win&platform=kalshi", "/events/kalshi/"),
    "the spreads": async () => {
      await linkOn("/arbitrage", "/markets/");
      return "/arbitrage";
    },
  };
  for (const [what, pathOf] of Object.entries(paths)) {
    it(`moves prices every few seconds without being loaded again: ${what}`, async () => {
      const page = await browser.newPage();
      await page.goto(`${service.url}${await pathOf()}`);
      await page.evaluate("window.isSame = true");
      const changed = page.locator("#live .changed").first();
      const waits: number[] = [];
      while (waits.length < MAX_CHANGES && !waits.some((wait) => wait <= MAX_WAIT_MS)) {
        const since = performance.now();
        await changed.waitFor({ state: "attached", timeout: PATIENCE_MS });
        // The first one waits until the fast lane has asked twice.
        if (waits.push(performance.now() - since) === 1) waits[0] = Number.POSITIVE_INFINITY;
        await page.evaluate(
          "for (const cell of document.querySelectorAll('.changed')) cell.classList.remove('changed')",
        );
      }
      assert.equal(await page.evaluate("window.isSame"), true);
      assert.ok(
        waits.some((wait) => wait <= MAX_WAIT_MS),
        `after ${waits.map(Math.round).join(", ")} ms`,
      );
      await page.close();
    });
  }
});
