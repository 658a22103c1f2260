import type { Micros } from "../domain/prices.ts";
import { consistently, type Db, prepare, type Statement } from "./db.ts";
import { prepareMarkets, type StoredMarket } from "./markets.ts";

/** An open market and how its price has moved over the last 24 hours. */
export interface BoardMarket extends StoredMarket {
  /** Null when the archive does not reach back 24 hours. */
  readonly priceChange24h: Micros | null;
  /** Its price at each full step of the last 24 hours, then now; empty where nothing is known of the past. */
  readonly course: readonly Micros[];
}

export interface BoardQuery {
  /** Those whose markets are shown. */
  readonly platforms: readonly string[];
  readonly category?: string | undefined;
  /** How many of each list. */
  readonly limit: number;
  /** Epoch milliseconds. */
  readonly now: number;
}

export interface BoardLists {
  /** By volume of the last 24 hours. Of an event's markets no list has more than one. */
  readonly traded: readonly BoardMarket[];
  /** By how far the price moved, among those that are traded most: a thin market's price moves with any offer. */
  readonly movers: readonly BoardMarket[];
  /** The most traded of those that close next, by the time they close. */
  readonly closing: readonly StoredMarket[];
}

export interface Board {
  find(query: BoardQuery): BoardLists;
}

/** So many of the most traded are looked at for movers. */
const MOST_LOOKED_AT = 200;
/** So many of the next to close are looked at for those that are traded most. */
const MOST_CLOSING = 200;
/** A smaller move is not worth a line. */
const LEAST_MOVE: Micros = 5_000;

const DAY_SECONDS = 86_400;
const STEPS = 12;

/** Reads what the board shows over one connection. */
export function openBoard(db: Db): Board {
  const listTraded = openTraded(db);
  const closing = prepareMarkets(db, "board", "closing", "market_key AS marketKey");
  const priceAt = prepare(db, "changes", "priceAt").pluck();
  const changeOf = ({ marketKey, yesPrice }: Row, now: number): Micros | null => {
    const before = readPrice(priceAt, marketKey, now / 1000 - DAY_SECONDS);
    return before === undefined ? null : yesPrice - before;
  };
  const toBoardMarket = (row: Row, now: number): BoardMarket => {
    const { marketKey, ...market } = row;
    return { ...market, priceChange24h: changeOf(row, now), course: readCourse(priceAt, row, now) };
  };
  return {
    find: (query) =>
      consistently(db, () => {
        const { platforms, category = "", limit, now } = query;
        const traded = listTraded(query);
        const show = (rows: readonly Row[]) =>
          oneOfEach(rows)
            .slice(0, limit)
            .map((row) => toBoardMarket(row, now));
        const next = closing.all({ platforms: JSON.stringify(platforms), category, now, limit: MOST_CLOSING }) as Row[];
        return {
          traded: show(traded),
          movers: show(byMove(traded, (row) => changeOf(row, now))),
          closing: oneOfEach(next.toSorted(byVolume)).slice(0, limit).toSorted(byClosing).map(withoutKey),
        };
      }),
  };
}

type Row = StoredMarket & { readonly marketKey: number };

function openTraded(db: Db): (query: BoardQuery) => readonly Row[] {
  const onPlatform = prepareMarkets(db, "board", "tradedOnPlatform", "market_key AS marketKey");
  const inCategory = prepareMarkets(db, "board", "tradedInCategory", "market_key AS marketKey");
  const limit = MOST_LOOKED_AT;
  return ({ platforms, category }) => {
    const rows =
      category === undefined
        ? platforms.flatMap((platform) => onPlatform.all({ platform, limit }) as Row[])
        : (inCategory.all({ category, platforms: JSON.stringify(platforms), limit }) as Row[]);
    return rows.toSorted(byVolume).slice(0, limit);
  };
}

function withoutKey({ marketKey: _, ...market }: Row): StoredMarket {
  return market;
}

/** The first market of each event. */
function oneOfEach(rows: readonly Row[]): Row[] {
  const seen = new Set<string>();
  return rows.filter(({ platform, eventId }) => {
    const event = `${platform}:${eventId}`;
    const isFirst = !seen.has(event);
    seen.add(event);
    return isFirst;
  });
}

function byMove(rows: readonly Row[], changeOf: (row: Row) => Micros | null): Row[] {
  return rows
    .map((row) => ({ row, move: Math.abs(changeOf(row) ?? 0) }))
    .filter(({ move }) => move >= LEAST_MOVE)
    .sort((a, b) => b.move - a.move || byVolume(a.row, b.row))
    .map(({ row }) => row);
}

function readCourse(priceAt: Statement, { marketKey, yesPrice }: Row, now: number): Micros[] {
  const step = DAY_SECONDS / STEPS;
  const past = Array.from({ length: STEPS }, (_, index) =>
    readPrice(priceAt, marketKey, now / 1000 - DAY_SECONDS + index * step),
  ).filter((price) => price !== undefined);
  return past.length === 0 ? [] : [...past, yesPrice];
}

const readPrice = (priceAt: Statement, marketKey: number, seconds: number): Micros | undefined =>
  (priceAt.get({ marketKey, at: Math.floor(seconds) }) as Micros | null) ?? undefined;

const byVolume = (a: StoredMarket, b: StoredMarket): number => b.volume24h - a.volume24h || b.volume - a.volume;

const byClosing = (a: StoredMarket, b: StoredMarket): number => (a.closesAt ?? 0) - (b.closesAt ?? 0);
