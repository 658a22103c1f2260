import type { Page } from "playwright-core";
import type { MarketRecord } from "../../../src/domain/markets.ts";
import { servePages } from "../service/pages.ts";
import { page as listing, market, START } from "../store/builders.ts";
import { openTestWriter, type Script } from "../store/writer.ts";

/** Pages over four markets, each of an event of its own. */
export async function openPages() {
  const script: Script = { full: [] };
  const test = openTestWriter({ scripts: { kalshi: script } });
  test.clock.fixAt(START);
  const prices: Record<string, number> = { a: 100_000, b: 200_000, c: 300_000, d: 400_000 };
  const list = async (given: Partial<MarketRecord>): Promise<void> => {
    const records = Object.entries(prices).map(([id, yesPrice], index) =>
      market({ id, eventId: `e-${id}`, yesPrice, volume24h: 1_000_000 - index, description: "Rules", ...given }),
    );
    script.full = [listing(records)];
    await test.writer.runOnce(new Set());
  };
  await list({});
  const onlyKalshi = { platforms: ["kalshi"] };
  let site = await servePages(test, onlyKalshi);
  return {
    ...site,
    site: () => site,
    /** Two seconds later, these markets have other prices. */
    async move(changed: Record<string, number>, given: Partial<MarketRecord> = {}) {
      Object.assign(prices, changed);
      test.clock.advance(2000);
      await list(given);
      site.context.hub.wake();
    },
    stop: () => site.close(),
    async startAgain() {
      site = await servePages(test, onlyKalshi, undefined, site.port);
    },
    untilOpen: async (count: number) => {
      while (site.context.hub.figures().open !== count) await new Promise(setImmediate);
    },
  };
}

/** Runs the page's clock until it reads itself, and gives how long that took: an answer takes no time of that clock. */
export async function untilAsking(page: Page): Promise<number> {
  await page.evaluate(`{
    const send = fetch;
    window.isAsking = false;
    window.fetch = (...given) => ((isAsking = true), send(...given));
  }`);
  let waited = 0;
  for (; !(await page.evaluate("isAsking")); waited += 500) await page.clock.runFor(500);
  return waited;
}
