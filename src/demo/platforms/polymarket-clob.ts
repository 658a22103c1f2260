import { eventsOf } from "../catalogue.ts";
import { mix } from "../chance.ts";
import { type DemoState, figuresAt, priceAt } from "../figures.ts";
import type { ListedMarket } from "../listings.ts";
import { bookAround, type DemoLevel } from "./books.ts";
import {
  countIn,
  type JsonObject,
  ok,
  type PostStandIn,
  type StandIn,
  type StandInAnswer,
  secondsIn,
} from "./pages.ts";
import { conditionOf, hex, round6, tokensOf } from "./polymarket.ts";

/** Answers as the order book's price history does: the yes or the no price, by outcome token. */
export function createPolymarketBook(demo: DemoState): StandIn {
  const tokens = listTokens(demo);
  return (path, query) => {
    const token = tokens.get(query.get("market") ?? "");
    if (path !== "/prices-history") return NOT_FOUND;
    if (token === undefined) return ok({ history: [] });
    const { opensAt } = token.market.event.topic;
    const now = demo.clock.now();
    const to = Math.min(now, secondsIn(query, "endTs") ?? now);
    const from = Math.max(opensAt, secondsIn(query, "startTs") ?? to - lengthOf(query.get("interval")));
    const asked = countIn(query, "fidelity", 1, 100_000) * 60_000;
    const step = Math.max(asked, Math.ceil((to - from) / MAX_POINTS / 60_000) * 60_000);
    const history: { t: number; p: number }[] = [];
    for (let at = Math.ceil(from / step) * step; at <= to; at += step) {
      const yes = priceAt(demo.walk, token.market, at);
      history.push({ t: at / 1000, p: token.isYes ? yes : round6(1 - yes) });
    }
    return ok({ history });
  };
}

/** Answers `POST /books` of the order book: the books of yes and no tokens, without those that are unknown. */
export function createPolymarketBooks(demo: DemoState): PostStandIn {
  const tokens = listTokens(demo);
  return (asked) => {
    if (!Array.isArray(asked)) return { status: 400, body: { error: "Invalid payload" } };
    const now = demo.clock.now();
    const books = asked.flatMap((item: unknown) => {
      const id = typeof item === "object" && item !== null && "token_id" in item ? String(item.token_id) : "";
      const token = tokens.get(id);
      return token === undefined ? [] : [toTokenBook(demo, id, token, now)];
    });
    return ok(books);
  };
}

const NOT_FOUND: StandInAnswer = { status: 404, body: { type: "not found error", error: "id not found" } };
const MAX_POINTS = 5000;
const HOUR_MS = 3_600_000;
const LENGTHS = { "1h": 1, "6h": 6, "1d": 24, "1w": 168, "1m": 720 } as const;

const lengthOf = (interval: string | null): number =>
  (interval !== null && interval in LENGTHS ? LENGTHS[interval as keyof typeof LENGTHS] : 720) * HOUR_MS;

interface Token {
  readonly market: ListedMarket;
  readonly isYes: boolean;
}

function listTokens(demo: DemoState): ReadonlyMap<string, Token> {
  const markets = eventsOf(demo.catalogue, "polymarket").flatMap((event) => event.markets);
  return new Map(
    markets.flatMap((market) =>
      tokensOf(market).map((token, index) => [token, { market, isYes: index === 0 }] as const),
    ),
  );
}

/** Both sides come with the best price last. */
function toTokenBook(demo: DemoState, id: string, { market, isYes }: Token, now: number): JsonObject {
  const book = bookAround(market, figuresAt(demo, market, now));
  const turn = (levels: readonly DemoLevel[]) => levels.map(([price, size]): DemoLevel => [round6(1 - price), size]);
  const [bids, asks] = isYes ? [book.bids, book.asks] : [turn(book.asks), turn(book.bids)];
  const worstFirst = (levels: readonly DemoLevel[]) =>
    levels.map(([price, size]) => ({ price: String(price), size: String(size) })).toReversed();
  return {
    market: conditionOf(market),
    asset_id: id,
    timestamp: String(now),
    hash: hex(mix(market.hash, now % 1e6), 5),
    bids: worstFirst(bids),
    asks: worstFirst(asks),
    min_order_size: "5",
    tick_size: "0.01",
    neg_risk: false,
  };
}
