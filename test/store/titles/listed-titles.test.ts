import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import type { EventQuery } from "../../../src/store/events.ts";
import type { Slice } from "../../../src/store/lists/list-query.ts";
import { EVENT_SORTS, MARKET_SORTS, type MarketSort } from "../../../src/store/lists/nouns.ts";
import type { MarketQuery, StoredMarket } from "../../../src/store/markets.ts";
import { openStore } from "../../../src/store/open.ts";
import { DAY_MS, event, market, page, resolvedMarket, START } from "../../support/store/builders.ts";
import { ordered } from "../../support/store/catalogue-model.ts";
import { openTestWriter } from "../../support/store/writer.ts";

/** More markets than are sorted one by one; of the words one is in nearly all titles, one in half and one in few. */
const MARKETS = 6000;
const CATEGORIES = ["politics", "sports", "crypto"] as const;
const NOT_CLOSING = Number.MAX_SAFE_INTEGER;

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
const store = openStore(test.file, undefined);
after(() => store.close());

const figureOf: Record<Exclude<MarketSort, "id">, (row: StoredMarket) => number | null> = {
  volume: ({ volume }) => volume,
  price: ({ yesPrice }) => yesPrice,
  updated: ({ updatedAt }) => updatedAt,
  volume_24h: ({ volume24h }) => volume24h,
  closing: ({ closesAt }) => closesAt,
  resolved: () => null,
  change: () => null,
};

const everything = (() => {
  const rows: StoredMarket[] = [];
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
    const slice: Slice = cursor === undefined ? { page: 1, size: 200 } : { after: cursor, size: 200 };
    const found = store.markets.list({ status: "all", minVolume: 0, sort: "id", order: "asc", now: START }, slice);
    rows.push(...found.markets);
    cursor = found.nextCursor;
  }
  return rows;
})();

const hasWord = (title: string, text: string): boolean => title.split(/\W+/).some((word) => word.startsWith(text));

function expected(query: MarketQuery): StoredMarket[] {
  const found = everything.filter(
    (row) =>
      hasWord(row.title, query.text ?? "") &&
      (query.status === "all" || row.status === query.status) &&
      row.volume >= (query.minVolume ?? 0) &&
      (query.platform === undefined || row.platform === query.platform) &&
      (query.category === undefined || row.category === query.category) &&
      (query.closingBefore === undefined || (row.closesAt ?? NOT_CLOSING) < query.closingBefore),
  );
  return ordered(found, query.sort === "id" ? undefined : figureOf[query.sort], query.order);
}

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
            const query: MarketQuery = { status: "open", minVolume: 0, sort, order, text, ...filter, now: START };
            const names = expected(query).map(nameOf);
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
      const names = new Set<string>();
      let found = store.events.list(query, { page: 1, size: 200 });
      for (;;) {
        for (const one of found.events) names.add(nameOf(one));
        if (found.nextCursor === undefined) break;
        found = store.events.list(query, { after: found.nextCursor, size: 200 });
      }
      assert.equal(names.size, found.total);
      assert.ok(found.total > 2000);
    }
  });
});
