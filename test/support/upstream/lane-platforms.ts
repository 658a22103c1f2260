import type { RequestListener } from "node:http";
import { text } from "node:stream/consumers";
import * as kalshi from "./kalshi-pages.ts";
import * as manifold from "./manifold-pages.ts";
import * as polymarket from "./polymarket-pages.ts";

export const LANE_PLATFORMS = ["polymarket", "kalshi", "manifold"] as const;
export type LanePlatform = (typeof LANE_PLATFORMS)[number];

/** Events of one market on a page of a listing: few, so that a pass takes a while. */
const PAGE_EVENTS = 10;

/** Answers a request in the format of the platform's own API; undefined for an address that it does not have. */
type Answer = (path: string, query: URLSearchParams, posted: unknown) => unknown;

/** Platforms whose prices a test changes, with the listings that passes read and the addresses that the fast lane asks. */
export function createLanePlatforms(markets: number) {
  const prices = new Map(LANE_PLATFORMS.map((platform) => [platform, Array.from({ length: markets }, () => 40)]));
  const centsOf = (platform: LanePlatform, number: number): number => prices.get(platform)?.[number] ?? Number.NaN;
  const pageOf = (query: URLSearchParams, cursor: string) => {
    const from = Number(query.get(cursor) || 0);
    const to = Math.min(markets, from + PAGE_EVENTS);
    return { numbers: numbersOf(from, to), next: to < markets ? String(to) : "" };
  };

  const toKalshi = (number: number) => {
    const cents = centsOf("kalshi", number);
    return kalshi.market({
      ticker: `KXLANE-${number}-A`,
      event_ticker: `KXLANE-${number}`,
      yes_bid_dollars: ((cents - 1) / 100).toFixed(4),
      yes_ask_dollars: ((cents + 1) / 100).toFixed(4),
    });
  };
  const answers: Readonly<Record<LanePlatform, Answer>> = {
    kalshi(path, query) {
      if (path === "/events") {
        const { numbers, next } = pageOf(query, "cursor");
        const toEvent = (number: number) => kalshi.event([toKalshi(number)], { event_ticker: `KXLANE-${number}` });
        return { events: numbers.map(toEvent), cursor: next };
      }
      const tickers = query.get("tickers")?.split(",") ?? [];
      return path === "/markets"
        ? { markets: tickers.map((ticker) => toKalshi(numberIn(ticker))), cursor: "" }
        : undefined;
    },
    polymarket(path, query, posted) {
      if (path === "/prices") {
        const tokens = new Set((posted as readonly { token_id: string }[]).map(({ token_id }) => token_id));
        const sidesOf = (token: string) => {
          const cents = centsOf("polymarket", Number(token.slice(1)));
          return { BUY: String((cents - 1) / 100), SELL: String((cents + 1) / 100) };
        };
        return Object.fromEntries([...tokens].map((token) => [token, sidesOf(token)]));
      }
      if (path !== "/events/keyset") return path === "/markets/keyset" ? { markets: [] } : undefined;
      const { numbers, next } = pageOf(query, "after_cursor");
      const toEvent = (number: number) => {
        const cents = centsOf("polymarket", number);
        const sides = { bestBid: (cents - 1) / 100, bestAsk: (cents + 1) / 100 };
        const priced = { ...sides, outcomePrices: JSON.stringify([String(cents / 100), String((100 - cents) / 100)]) };
        const id = String(1000 + number);
        // Tokens are numbers: the yes token of market 12 is 112.
        const clobTokenIds = JSON.stringify([`1${number}`, `2${number}`]);
        return polymarket.event([polymarket.market({ id, slug: `lane-${id}`, clobTokenIds, ...priced })], { id });
      };
      return { events: numbers.map(toEvent), ...(next === "" ? {} : { next_cursor: next }) };
    },
    manifold(path, query) {
      if (path === "/v0/market-probs") {
        const ids = query.getAll("ids");
        return Object.fromEntries(ids.map((id) => [id, { prob: centsOf("manifold", numberIn(id)) / 100 }]));
      }
      if (!["/v0/search-markets", "/v0/markets"].includes(path)) return undefined;
      if (path === "/v0/markets" || query.has("beforeTime") || query.get("filter") === "resolved") return [];
      return numbersOf(0, markets).map((number) =>
        manifold.binary({ id: `lane${number}x`, probability: centsOf("manifold", number) / 100 }),
      );
    },
  };
  return {
    /** What a market is called by its platform. */
    idOf: (platform: LanePlatform, number: number): string =>
      ({ kalshi: `KXLANE-${number}-A`, polymarket: String(1000 + number), manifold: `lane${number}x` })[platform],

    setCents(platform: LanePlatform, number: number, cents: number): void {
      const own = prices.get(platform);
      if (own !== undefined) own[number] = cents;
    },

    /** Serves all of them, each below its name; `onAsked` is told of every request. */
    listener:
      (onAsked: (platform: LanePlatform, path: string) => void): RequestListener =>
      async (request, response) => {
        const { pathname, searchParams } = new URL(request.url ?? "/", "http://stand.in");
        const [, name = "", ...rest] = pathname.split("/");
        const path = `/${rest.join("/")}`;
        const posted = await text(request);
        const platform = LANE_PLATFORMS.find((one) => one === name);
        if (platform !== undefined) onAsked(platform, path);
        const body = platform && answers[platform](path, searchParams, posted === "" ? undefined : JSON.parse(posted));
        response.writeHead(body === undefined ? 404 : 200, { "Content-Type": "application/json" });
        response.end(JSON.stringify(body ?? { error: "not found" }));
      },
  };
}

const numbersOf = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index);

const numberIn = (id: string): number => Number(/\d+/.exec(id)?.[0]);
