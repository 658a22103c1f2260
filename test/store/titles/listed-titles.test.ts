import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { EventQuery } from "../../../src/store/events.ts";
import { EVENT_SORTS, MARKET_SORTS } from "../../../src/store/lists/nouns.ts";
import type { MarketQuery, StoredMarket } from "../../../src/store/markets.ts";
import { DAY_MS, event, market, page, resolvedMarket, START } from "../../support/store/builders.ts";
import { expectedMarkets, walk } from "../../support/store/catalogue-model.ts";
import { openReader, openTestWriter } from "../../support/store/writer.ts";

/** More markets than are sorted one by one; of the words one is in nearly all titles, one in half and one in few. */
const MARKETS = 6000;
const CATEGORIES = ["politics", "sports", "crypto"] as const;

const recordOf = (index: number) => {
  const words = ["candidate", index % 2 === 0 ? "elections" : "weather", index % 40 === 0 ? "rare" : "plain"];
  const record = {
    id: `m${index}`,
    eventId: `e${index}`,
    title: `${words.slice(index % 20 === 7 ? 1 : 0).join(" ")}?`,
    yesPrice: index % 50 === 3 ? null : 10_000 + (index % 90) * 10_000,
    volume: index % 3 === 0 ? 5000 : index * 1000,
    volume24h: (index % 77) * 10,
    closesAt: index % 11 === 0 ? null : START + ((index % 30) + 1) * DAY_MS,
  };
  return index % 9 === 0 ? resolvedMarket(record) : market(record);
};

const listingOf = (first: number) => {
  const records = Array.from({ length: MARKETS / 2 }, (_, index) => recordOf(first + index));
  const events = records.map(({ eventId, title }, index) =>
    event({ id: eventId, title, category: CATEGORIES[index % 3] ?? "other", startsAt: START - (index % 50) * DAY_MS }),
  );
  const isOpen = ({ status }: { status: string }) => status === "open";
  return {
    full: [page(records.filter(isOpen), events)],
    resolved: [
      page(
        records.filter((one) => !isOpen(one)),
        events,
      ),
    ],
  };
};

const test = openTestWriter({ scripts: { kalshi: listingOf(0), polymarket: listingOf(MARKETS / 2) } });
await test.tick();
const store = openReader(test.file);

const QUERY = { minVolume: 0, sort: "id", order: "asc", now: START } as const;
const everything: readonly StoredMarket[] = walk(
  (slice) => store.markets.list({ ...QUERY, status: "all" }, slice),
  200,
).flatMap(({ markets }) => markets);

const FILTERS: readonly Partial<MarketQuery>[] = [
  {},
  { status: "all" },
  { status: "closed" },
  { platform: "polymarket" },
  { category: "sports" },
  { minVolume: 2_000_000 },
  { closingBefore: START + 20 * DAY_MS, status: "all" },
];

describe("a list of what has a word in its title", () => {
  const nameOf = ({ platform, id }: { platform: string; id: string }): string => `${platform}:${id}`;
  for (const text of ["candid", "elect", "rare"]) {
    for (const sort of MARKET_SORTS.filter((one) => one !== "resolved")) {
      it(`has all of them in order: ${text}, by ${sort}`, () => {
        for (const order of ["asc", "desc"] as const) {
          for (const filter of FILTERS) {
            const query: MarketQuery = { ...QUERY, status: "open", sort, order, text, ...filter };
            const names = expectedMarkets(everything, query).map(nameOf);
            const last = Math.ceil(names.length / 70);
            for (const at of [1, 2, 30, Math.max(last, 1), last + 1]) {
              const { markets, total, nextCursor } = store.markets.list(query, { page: at, size: 70 });
              assert.equal(total, names.length);
              assert.deepEqual(markets.map(nameOf), names.slice((at - 1) * 70, at * 70), JSON.stringify([query, at]));
              if (nextCursor === undefined) continue;
              const next = store.markets.list(query, { after: nextCursor, size: 70 });
              assert.deepEqual(next.markets.map(nameOf), names.slice(at * 70, (at + 1) * 70));
            }
          }
        }
      });
    }
  }

  it("of events has each once, whatever the order", () => {
    for (const sort of EVENT_SORTS) {
      const query: EventQuery = { status: "all", sort, order: "desc", text: "elect" };
      const pages = walk((slice) => store.events.list(query, slice), 200);
      const names = new Set(pages.flatMap(({ events }) => events.map(nameOf)));
      const total = pages[0]?.total ?? 0;
      assert.equal(names.size, total);
      assert.ok(total > 2000);
    }
  });
});
