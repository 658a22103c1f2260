import { DAY_MS } from "../../clock.ts";
import { bookAround, type DemoLevel, type DemoState, figuresAt, priceAt } from "../figures.ts";
import type { ListedMarket } from "../listings.ts";
import { eventsOf } from "../listings.ts";
import { countIn, ok, type PostStandIn, type StandIn, type StandInAnswer, secondsIn } from "./pages.ts";
import { round6, tokensOf } from "./polymarket.ts";

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
    const from = Math.max(opensAt, secondsIn(query, "startTs") ?? to - DEFAULT_SPAN_MS);
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
export const createPolymarketBooks = (demo: DemoState): PostStandIn =>
  answerTokens(demo, (asked) => asked.map(({ id, token, now }) => toTokenBook(demo, id, token, now)));

/** Answers `POST /prices` with the best bid and ask of tokens, whichever sides are asked for. */
export const createPolymarketPrices = (demo: DemoState): PostStandIn =>
  answerTokens(demo, (asked) =>
    Object.fromEntries(
      asked.map(({ id, token, now }) => {
        demo.attention?.note(token.market, now);
        const { bids, asks } = sidesOf(demo, token, now);
        return [id, { BUY: bids[0]?.[0] ?? 0, SELL: asks[0]?.[0] ?? 0 }];
      }),
    ),
  );

/** Answers `POST /last-trades-prices`. */
export const createPolymarketTrades = (demo: DemoState): PostStandIn =>
  answerTokens(demo, (asked) =>
    asked.map(({ id, token, now }) => {
      const { last } = figuresAt(demo, token.market, now);
      return { token_id: id, price: String(token.isYes ? last : round6(1 - last)), side: "BUY" };
    }),
  );

interface AskedToken {
  readonly id: string;
  readonly token: Token;
  readonly now: number;
}

/** Reads `[{token_id}]` and leaves out unknown tokens. */
function answerTokens(demo: DemoState, answer: (asked: readonly AskedToken[]) => unknown): PostStandIn {
  const tokens = listTokens(demo);
  return (body) => {
    if (!Array.isArray(body)) return { status: 400, body: { error: "Invalid payload" } };
    const now = demo.clock.now();
    const ids = body.map((item: unknown) =>
      typeof item === "object" && item !== null && "token_id" in item ? String(item.token_id) : "",
    );
    const asked = ids.flatMap((id) => {
      const token = tokens.get(id);
      return token === undefined ? [] : [{ id, token, now }];
    });
    return ok(answer(asked));
  };
}

const NOT_FOUND: StandInAnswer = { status: 404, body: { type: "not found error", error: "id not found" } };
const MAX_POINTS = 5000;
const DEFAULT_SPAN_MS = 30 * DAY_MS;

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

/** The sides of a token's book, best first. */
function sidesOf(demo: DemoState, { market, isYes }: Token, now: number) {
  const book = bookAround(market, figuresAt(demo, market, now));
  const turn = (levels: readonly DemoLevel[]) => levels.map(([price, size]): DemoLevel => [round6(1 - price), size]);
  return isYes ? book : { bids: turn(book.asks), asks: turn(book.bids) };
}

/** Both sides come with the best price last. */
function toTokenBook(demo: DemoState, id: string, token: Token, now: number): unknown {
  const { bids, asks } = sidesOf(demo, token, now);
  const worstFirst = (levels: readonly DemoLevel[]) =>
    levels.map(([price, size]) => ({ price: String(price), size: String(size) })).toReversed();
  return { asset_id: id, bids: worstFirst(bids), asks: worstFirst(asks) };
}
