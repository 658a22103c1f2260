import assert from "node:assert/strict";
import { toOrderBook } from "../../../src/domain/books.ts";
import type { MarketRecord } from "../../../src/domain/markets.ts";
import { openTestApi } from "../service/api.ts";
import { market, page } from "./builders.ts";
import { group } from "./groups.ts";
import { openTestWriter, type Script } from "./writer.ts";

export type Quotes = Partial<MarketRecord>;

/** A book around a price, each side a cent away. */
export const book = (yesPrice: number, given: Quotes = {}): Quotes => ({
  yesPrice,
  bestBid: yesPrice - 10_000,
  bestAsk: yesPrice + 10_000,
  volume: 2_000_000,
  ...given,
});

/** Order books that offer a thousand contracts of either side at any price. */
export const offersAll = (ids: readonly string[]) =>
  new Map(ids.map((id) => [id, toOrderBook([[990_000, 1000]], [[10_000, 1000]])]));

/** A server over markets that all ask question `q`, one on each platform. */
export async function openAsked(quotes: Readonly<Record<string, Quotes>>, matches: Parameters<typeof group>[1] = []) {
  const scripts: Record<string, Script> = {};
  for (const [platform, given] of Object.entries(quotes)) {
    scripts[platform] = { full: [page([market({ id: "q", title: `On ${platform}`, ...given })])] };
  }
  const test = openTestWriter({ scripts });
  await test.writer.runOnce(new Set());
  group(test, matches.length > 0 ? matches : chain(Object.keys(quotes)));
  const server = await openTestApi({ writer: test });
  return {
    test,
    scripts,
    /** Of all, though no book is read, and of any confidence unless the query says otherwise. */
    async ask(query = "") {
      const lowest = query.includes("min_confidence") ? "" : "min_confidence=low&";
      const reply = await server.get(`/api/v1/arbitrage?all=true&${lowest}${query}`);
      assert.equal(reply.status, 200, reply.text);
      return reply.json;
    },
    read: async (query: string) => (await server.get(`/api/v1/arbitrage?${query}`)).json,
    refuse: async (query: string) => (await server.get(`/api/v1/arbitrage?${query}`)).status,
  };
}

/** Each market matched with the first one. */
const chain = ([first = "", ...others]: string[]) => others.map((other) => ({ a: first, b: other }));

/** What a row of spreads has of the view it is made from. */
export const PAIR_COLUMNS =
  "spread, group_key, buy_market_key, sell_market_key, buy_side, sell_side, buy_price, sell_price, score, has_books, volume, buy_platform, sell_platform, buy_category, sell_category";

export const totalOf = async (opened: Awaited<ReturnType<typeof openAsked>>, query = "") =>
  (await opened.ask(query)).meta.total;
