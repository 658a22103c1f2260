import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { UpstreamError } from "../../../src/sources/upstream-error.ts";
import type { AgedMarket } from "../../../src/store/markets.ts";
import { openStore, type Store } from "../../../src/store/open.ts";
import { HOUR_MS, MINUTE_MS, market, page } from "../../support/store/builders.ts";
import { foldAll } from "../../support/store/points.ts";
import { openTestWriter, type Script } from "../../support/store/writer.ts";

const PLATFORMS = ["kalshi", "manifold"] as const;
const IDS = ["a", "b", "c"] as const;

const price = fc.constantFrom(null, 100_000, 300_000, 350_000, 600_000);
const prices = fc.tuple(price, price, price);

/** What passes between two readings: hours, and new prices by platform; undefined where it cannot be read. */
const step = fc.record({
  hours: fc.constantFrom(0, 1, 5, 24, 30),
  prices: fc.tuple(fc.option(prices, { nil: undefined }), prices),
  isFolded: fc.boolean(),
  /** Whether the lists are read before the next step. */
  isRead: fc.boolean(),
});

const ALL = { status: "all", minVolume: 0 } as const;
const PAGE = { page: 1, size: 50 };

const moveOf = ({ priceChange24h }: AgedMarket): number => Math.abs(priceChange24h ?? -1);

/** As they have to be ordered by what each market says of itself. */
function ordered(store: Store, now: number): AgedMarket[] {
  const { markets } = store.markets.list({ ...ALL, sort: "id", order: "asc", now }, PAGE);
  const moved = markets.filter(({ priceChange24h }) => priceChange24h !== null);
  const still = markets.filter(({ priceChange24h }) => priceChange24h === null);
  return [...moved.toSorted((a, b) => moveOf(b) - moveOf(a)), ...still];
}

describe("the order of markets by how far they moved", () => {
  it("is that of the changes that markets say, however long it was not asked for", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
        const scripts = { kalshi: { full: [] }, manifold: { full: [] } } as Record<(typeof PLATFORMS)[number], Script>;
        const test = openTestWriter({ scripts });
        await test.pass();
        const store = openStore(test.file, undefined);
        for (const { hours, prices, isFolded, isRead } of steps) {
          test.clock.advance(hours * HOUR_MS + MINUTE_MS);
          for (const [place, platform] of PLATFORMS.entries()) {
            const listed = prices[place]?.map((yesPrice, index) => market({ id: IDS[index] ?? "", yesPrice }));
            scripts[platform].full = [listed === undefined ? new UpstreamError("http_503", "stand.in") : page(listed)];
          }
          await test.pass();
          if (isFolded) foldAll(test.writer.writing);
          if (!isRead) continue;
          const now = test.clock.now();
          const expected = ordered(store, now);
          const byChange = { ...ALL, sort: "change", order: "desc", now } as const;
          assert.deepEqual(store.markets.list(byChange, PAGE).markets, expected);
          assert.deepEqual(
            store.markets.list({ ...byChange, minChange: 200_000 }, PAGE).markets,
            expected.filter((one) => moveOf(one) >= 200_000),
          );
        }
        store.close();
        await test.writer.close();
      }),
      { numRuns: 30 },
    );
  });

  it("knows the past of a market that was fetched from its platform", async () => {
    const script: Script = {
      full: [page([market({ id: "a", yesPrice: 500_000, historyKey: "h" })])],
      history: async () => [{ at: Date.parse("2026-11-01"), yesPrice: 100_000 }],
    };
    const test = openTestWriter({ scripts: { kalshi: script } });
    await test.pass();
    const store = openStore(test.file, undefined);
    const change = () => {
      const query = { ...ALL, minChange: 1, sort: "change", order: "desc", now: test.clock.now() } as const;
      return store.markets.list(query, PAGE).markets.map(({ priceChange24h }) => priceChange24h);
    };
    assert.deepEqual(change(), []);
    test.writer.backfills.request({ platform: "kalshi", id: "a" });
    await test.writer.backfills.whenIdle();
    assert.deepEqual(change(), [400_000]);
    store.close();
    await test.writer.close();
  });
});
