import { toIso, toIsoOrNull } from "../../clock.ts";
import { getPlatform } from "../../domain/platforms.ts";
import { fromCents, fromMicros, ONE } from "../../domain/prices.ts";
import { type Db, openDatabase, prepare } from "./db.ts";
import { requireSchema } from "./migrations.ts";

export const EXPORTS = ["markets", "matches"] as const;
export type ExportKind = (typeof EXPORTS)[number];

/** The columns of each kind, in order. */
export const EXPORT_COLUMNS = {
  markets: [
    "id",
    "title",
    "platform",
    "yes_price",
    "no_price",
    "volume",
    "volume_24h",
    "status",
    "url",
    "last_updated",
    "event_id",
    "event_title",
    "outcome_label",
    "category",
    "close_time",
    "play_money",
    "volume_reported",
    "best_bid",
    "best_ask",
    "last_price",
    "price_source",
    "liquidity",
    "open_interest",
    "created_at",
    "outcome",
    "settlement_price",
    "resolved_at",
    "description",
  ],
  matches: ["a_platform", "a_id", "a_title", "b_platform", "b_id", "b_title", "score", "relation", "reasons"],
} as const satisfies Record<ExportKind, readonly string[]>;

/** One exported row, in the names and units of the API. */
export type ExportRow = Readonly<Record<string, string | number | boolean | null>>;

/** Reads all rows of a kind, one at a time, on a connection of its own; `close` ends it. */
export function openExport(file: string, addonPath: string | undefined) {
  const db = openDatabase(file, "read-only", addonPath);
  requireSchema(db, file);
  return {
    rows: (kind: ExportKind): Generator<ExportRow> => (kind === "markets" ? exportMarkets(db) : exportMatches(db)),
    close: (): void => void db.close(),
  };
}

interface MarketRow {
  readonly platform: string;
  readonly id: string;
  readonly title: string;
  readonly yesPrice: number | null;
  readonly volume: number;
  readonly volume24h: number;
  readonly status: string;
  readonly url: string;
  readonly updatedAt: number;
  readonly eventId: string;
  readonly eventTitle: string;
  readonly outcomeLabel: string | null;
  readonly category: string;
  readonly closesAt: number | null;
  readonly bestBid: number | null;
  readonly bestAsk: number | null;
  readonly lastPrice: number | null;
  readonly priceSource: string | null;
  readonly liquidity: number | null;
  readonly openInterest: number | null;
  readonly createdAt: number | null;
  readonly outcome: string | null;
  readonly settlementPrice: number | null;
  readonly resolvedAt: number | null;
  readonly description: string | null;
}

function* exportMarkets(db: Db): Generator<ExportRow> {
  for (const row of prepare(db, "export", "markets").iterate() as IterableIterator<MarketRow>) {
    const platform = getPlatform(row.platform);
    yield {
      id: row.id,
      title: row.title,
      platform: row.platform,
      yes_price: price(row.yesPrice),
      no_price: row.yesPrice === null ? null : fromMicros(ONE - row.yesPrice),
      volume: fromCents(row.volume),
      volume_24h: fromCents(row.volume24h),
      status: row.status,
      url: row.url,
      last_updated: toIso(row.updatedAt),
      event_id: row.eventId,
      event_title: row.eventTitle,
      outcome_label: row.outcomeLabel,
      category: row.category,
      close_time: toIsoOrNull(row.closesAt),
      play_money: platform.money === "play",
      volume_reported: platform.volumeUnit !== "none",
      best_bid: price(row.bestBid),
      best_ask: price(row.bestAsk),
      last_price: price(row.lastPrice),
      price_source: row.priceSource,
      liquidity: money(row.liquidity),
      open_interest: money(row.openInterest),
      created_at: toIsoOrNull(row.createdAt),
      outcome: row.outcome,
      settlement_price: price(row.settlementPrice),
      resolved_at: toIsoOrNull(row.resolvedAt),
      description: row.description,
    };
  }
}

interface MatchRow {
  readonly aPlatform: string;
  readonly aId: string;
  readonly aTitle: string;
  readonly bPlatform: string;
  readonly bId: string;
  readonly bTitle: string;
  readonly score: number;
  readonly relation: string;
  readonly reasons: string;
}

function* exportMatches(db: Db): Generator<ExportRow> {
  for (const row of prepare(db, "export", "matches").iterate() as IterableIterator<MatchRow>) {
    yield {
      a_platform: row.aPlatform,
      a_id: row.aId,
      a_title: row.aTitle,
      b_platform: row.bPlatform,
      b_id: row.bId,
      b_title: row.bTitle,
      score: fromMicros(row.score),
      relation: row.relation,
      reasons: (JSON.parse(row.reasons) as string[]).join("; "),
    };
  }
}

const price = (micros: number | null): number | null => (micros === null ? null : fromMicros(micros));
const money = (cents: number | null): number | null => (cents === null ? null : fromCents(cents));
