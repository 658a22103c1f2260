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
    },
    stop: () => site.close(),
    async startAgain() {
      site = await servePages(test, onlyKalshi, undefined, site.port);
    },
  };
}
