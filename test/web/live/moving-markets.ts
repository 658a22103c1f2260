import type { MarketRecord } from "../../../src/domain/markets.ts";
import { openTestApi } from "../../support/service/api.ts";
import { page as listing, market, START } from "../../support/store/builders.ts";
import { openTestWriter, type Script } from "../../support/store/writer.ts";

/** Pages over four markets, each of an event of its own, whose prices a test moves. */
export async function openMovingMarkets() {
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
  const onlyKalshi = { writer: test, hasPages: true, config: { platforms: ["kalshi"] } };
  let site = await openTestApi(onlyKalshi);
  return {
    ...site,
    site: () => site,
    /** Two seconds later, these markets have other prices. */
    async move(changed: Record<string, number>, given: Partial<MarketRecord> = {}) {
      Object.assign(prices, changed);
      test.clock.advance(2000);
      await list(given);
    },
    stop: () => site.stop(),
    async startAgain() {
      site = await openTestApi({ ...onlyKalshi, port: site.port });
    },
  };
}
