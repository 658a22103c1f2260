import type { DatedBook } from "../domain/books.ts";
import type { SettlementSource } from "../domain/markets.ts";
import type { PriceChanges } from "../domain/questions.ts";
import { findMarket, type KnownMarket } from "./catalogue/market-rows.ts";
import { consistently, type Db, prepare, type SqlRow } from "./database/db.ts";
import { type StoredEvent, toStoredEvent } from "./events.ts";
import { type AgedEventMarket, listEventMarkets, showMarkets } from "./markets.ts";
import { listElsewhere, type MatchedMarket } from "./questions/related.ts";
import { parseSettlementSource } from "./rules.ts";
import { type Aged, readPriceAges } from "./runs.ts";
import { findMarketBook } from "./spreads/books.ts";

/** Everything known of one market, also of one that is not listed for want of a price. Times are epoch milliseconds. */
export interface MarketDetail extends Aged<MarketColumns>, PriceChanges {
  readonly settlementSource: SettlementSource | null;
  /** When its price was last read, with its platform or in the fast lane; null when it never was. */
  readonly readAt: number | null;
  /** Its order book, kept for minutes while it is a leg of one of the best spreads; null for any other market. */
  readonly orderBook: DatedBook | null;
  readonly event: StoredEvent;
  /** Other listed markets of the event, by volume, at most 50. */
  readonly siblings: readonly AgedEventMarket[];
  readonly matches: readonly MarketElsewhere[];
  readonly related: readonly MarketElsewhere[];
}

export interface MarketElsewhere extends MatchedMarket, PriceChanges {}

/** `rulesChangedAt`: when its description was last read with another text; null when it never was. */
type MarketColumns = Omit<KnownMarket & SqlRow<"detail", "byId">, "marketKey" | "eventKey" | "settlementSource">;

const MAX_SIBLINGS = 50;

/** `now` is epoch milliseconds; markets of `hidden` platforms are not among what it matches. */
export const findDetail = (
  db: Db,
  { platform, id, now, hidden }: { platform: string; id: string; now: number; hidden: readonly string[] },
): MarketDetail | undefined =>
  consistently(db, () => {
    const known = findMarket(db, platform, id);
    const found = prepare(db, "detail", "byId").get({ platform, id });
    if (known === undefined || found === undefined) return undefined;
    const [row] = showMarkets(db, [{ ...known, ...found }], now);
    if (row === undefined) return undefined;
    const { marketKey, eventKey, settlementSource, ...market } = row;
    const ages = readPriceAges(db, now);
    const { matches, related } = listElsewhere(db, { marketKey, own: market, ages, hidden });
    const { readAt, ageMs, isStale } = ages.of(row);
    const isOpen = market.status === "open";
    return {
      ...market,
      settlementSource: parseSettlementSource(settlementSource),
      readAt,
      ageMs,
      isStale: isOpen && isStale,
      orderBook: isOpen ? findMarketBook(db, marketKey, now) : null,
      event: toStoredEvent(prepare(db, "events", "byKey").get({ eventKey })),
      siblings: listEventMarkets(db, eventKey, { now, size: MAX_SIBLINGS, except: marketKey }),
      matches: showMarkets(db, matches, now),
      related: showMarkets(db, related, now),
    };
  });
