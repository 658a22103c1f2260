// Which spreads belong to a list, in which order: statements over `spreads`. Of a group, an implied pair or an event one row
// counts: that of which fees leave most, among those between platforms in use.

import { DAY_MS } from "../../clock.ts";
import {
  type ArbitrageSort,
  CONFIDENCES,
  type Confidence,
  DEFAULT_LISTING,
  MAX_FRESH_AGE_MS,
  type OpportunityType,
  parseSpreadKey,
  type SpreadSubject,
  toSpreadKey,
} from "../../domain/arbitrage.ts";
import { MAX_BOOK_AGE_MS } from "../../domain/books.ts";
import type { Side } from "../../domain/cost.ts";
import { PLATFORMS } from "../../domain/platforms.ts";
import type { Cents, Micros } from "../../domain/prices.ts";
import { type Db, prepareText, type TypesOfRow, type Value } from "../database/db.ts";
import { getQuery } from "../database/queries.ts";
import { isNumber, type OneOrMore, parseCursor, toCursor } from "../lists/list-query.ts";
import type { OldPrices, PriceAges } from "../runs.ts";
import { listHits, NO_HITS } from "../titles/hits.ts";

/** Which rows there are to choose from, and what the best of each subject must be; what is missing lets all of them pass. */
export interface SpreadFilter {
  /** Those of both legs. */
  readonly platforms: readonly string[];
  readonly minSpread: Micros;
  readonly minScore: Micros;
  /** Only of these. */
  readonly subjects?: readonly SpreadSubject[] | undefined;
  readonly type?: OpportunityType | undefined;
  /** One leg at least must be on one of these; empty lets everything pass. */
  readonly legPlatforms?: readonly string[] | undefined;
  /** Of one leg. */
  readonly category?: OneOrMore | undefined;
  /** What the title of that leg must match, as FTS5 reads it. */
  readonly match?: string | undefined;
  readonly minConfidence?: Confidence | undefined;
  /** What all orders together may cost; it is given where a profit or its order is asked for. */
  readonly stake?: Micros;
  /** What they must earn, and more than nothing. */
  readonly minProfit?: Micros | undefined;
  /** Contracts that the books of all legs must offer. */
  readonly minSize?: number | undefined;
}

export interface SpreadOrder {
  readonly sort: ArbitrageSort;
  readonly page: number;
  readonly size: number;
  /** The cursor of an earlier answer, in place of the page. */
  readonly after?: string | undefined;
}

/** A row of `spreads`. */
export interface SpreadRow extends SpreadSubject {
  readonly spread: Micros;
  /** What fees leave of it for one contract of each leg. */
  readonly net: Micros;
  readonly pays: Micros;
  readonly closesAt: number | null;
  /** What books offered when they were last read. */
  readonly size: number | null;
  readonly booksAt: number | null;
  readonly buyMarketKey: number;
  readonly sellMarketKey: number;
  readonly buySide: Side;
  readonly sellSide: Side;
  readonly buyPrice: Micros;
  readonly sellPrice: Micros;
  readonly score: Micros;
  readonly volume: Cents;
  /** How far it is believed at the age of its prices: a position in CONFIDENCES. */
  readonly believed: number;
}

interface RankedRow extends SpreadRow {
  /** How many pass the filter. */
  readonly total: number;
  /** Null in the only row of an empty page. */
  readonly rank: number;
  /** What decides between equal ranks. */
  readonly next: number;
}

/**
 * Reads a page of spreads, one of each subject. The caller holds the transaction. Throws AppError validation_error (parameter
 * `cursor`) for a cursor that belongs to another sort.
 */
export function listSpreads(db: Db, filter: SpreadFilter, order: SpreadOrder, ages: PriceAges) {
  const { sort, size } = order;
  const name = `Spread:${sort}`;
  const after = order.after === undefined ? undefined : parseCursor(name, order.after, isPlace, isNumber);
  const page = after?.page ?? order.page;
  const place = after && parsePlace(after.key);
  // Ranks that change with time are compared as they were when the first page was read.
  const rankedAt = place?.rankedAt ?? ages.now;
  const values = {
    ...valuesOf(db, filter, ages),
    ...{ rankedAt, limit: size + 1, offset: after === undefined ? (page - 1) * size : 0 },
    ...(place && { rank: after?.value, ...place }),
  };
  const believed = toBelieved(filter, ages);
  const text = toPage(toSelected(filter, ages), { sort, believed, isAfter: place !== undefined });
  const read = prepareText<TypesOfRow<RankedRow>>(db, text).all(values);
  const total = read[0]?.total ?? 0;
  const found = read.filter(({ rank }) => rank !== null);
  const rows = found.slice(0, size).map(({ total: _, rank: __, next: ___, ...row }): SpreadRow => row);
  const last = found.length > size ? found[size - 1] : undefined;
  const nextCursor = last && toCursor(name, { value: last.rank, key: toPlace(last, rankedAt), page: page + 1 });
  return { rows, page, total, nextCursor };
}

/** Reads the best spread of each of these subjects, as it is listed by default. The caller holds the transaction. */
export function listBestSpreads(
  db: Db,
  subjects: readonly SpreadSubject[],
  platforms: readonly string[],
  ages: PriceAges,
): readonly SpreadRow[] {
  const { minSpread, minScore } = DEFAULT_LISTING;
  const filter = { subjects, platforms, minSpread, minScore };
  const text = `SELECT ${COLUMNS}, ${toBelieved(filter, ages)} AS believed ${toSelected(filter, ages)}`;
  return prepareText<TypesOfRow<SpreadRow>>(db, text).all(valuesOf(db, filter, ages));
}

/** Where a page ended, besides the rank of its last row. */
const PLACE = /^(-?\d+) ((?:same|event):\d+|implied:\d+:\d+) (\d+)$/;

const isPlace = (key: unknown): key is string => typeof key === "string" && PLACE.test(key);

const toPlace = (last: RankedRow, rankedAt: number): string => `${last.next} ${toSpreadKey(last)} ${rankedAt}`;

function parsePlace(text: string) {
  const [next, key = "", rankedAt] = text.split(" ");
  const { type, groupKey, aMarketKey, bMarketKey, eventKey } = parseSpreadKey(key);
  return {
    ...{ next: Number(next), rankedAt: Number(rankedAt), lastType: type },
    ...{ lastGroup: groupKey, lastA: aMarketKey, lastB: bMarketKey, lastEvent: eventKey },
  };
}

const COLUMNS = getQuery("arbitrage", "columns");

const KEY = "type, group_key, a_market_key, b_market_key, event_key, place";

/** A page in an order; with `isAfter`, what follows the place of a cursor. Each row is tested once, and has the total. */
function toPage(
  selected: string,
  { sort, believed, isAfter }: { sort: ArbitrageSort; believed: string; isAfter: boolean },
): string {
  const seen = `WHERE (rank, next, type, -group_key, -a_market_key, -b_market_key, -event_key)
    < (@rank, @next, @lastType, -@lastGroup, -@lastA, -@lastB, -@lastEvent)`;
  const order = "ORDER BY rank DESC, next DESC, type DESC, group_key, a_market_key, b_market_key, event_key";
  return `
WITH passing AS MATERIALIZED (
  SELECT ${KEY}, ${ranksOf(believed)[sort]} AS rank, ${sort === "confidence" ? "net" : "0"} AS next
  ${selected}
)
SELECT total, rank, next, ${COLUMNS}, ${believed} AS believed
FROM (SELECT count(*) AS total FROM passing)
LEFT JOIN (SELECT * FROM passing ${isAfter ? seen : ""} ${order} LIMIT (SELECT @limit) OFFSET (SELECT @offset)) ON true
LEFT JOIN spreads USING (${KEY})
${order}`;
}

const LEAST = -Number.MAX_SAFE_INTEGER;

/** The terms and prices of all orders. */
const LEGS = `iif(
      type = 'event',
      (
        SELECT json_group_array(
          json_array(platform, fee_kind, fee_rate, iif(buy_side = 'yes', best_ask, 1000000 - best_bid))
        )
        FROM markets CROSS JOIN market_quotes USING (market_key)
        WHERE markets.event_key = spreads.event_key AND status = 'open'
      ),
      (
        SELECT json_array(
          json_array(buy_platform, buyer.fee_kind, buyer.fee_rate, buy_price),
          json_array(sell_platform, seller.fee_kind, seller.fee_rate, 1000000 - sell_price)
        )
        FROM markets AS buyer CROSS JOIN markets AS seller
        WHERE buyer.market_key = buy_market_key AND seller.market_key = sell_market_key
      )
    )`;

/** What the stake earns where the books of all legs are known, which few are; of others at the fee of one contract. */
const PROFIT = `iif(
      size IS NOT NULL AND books_at BETWEEN @booksSince AND @now,
      stake_profit(@stake, size, pays, ${LEGS}),
      net * CAST(@stake / (pays - net) AS INTEGER)
    )`;

/** The greatest is first, and what has no value last. */
const ranksOf = (believed: string): Readonly<Record<ArbitrageSort, string>> => ({
  confidence: `-${believed}`,
  net: "net",
  spread: "spread",
  volume: "volume",
  closing: `ifnull(-closes_at, ${LEAST})`,
  profit: PROFIT,
  return: `iif(
      closes_at > @rankedAt,
      36500.0 * ${DAY_MS} * net / (pays - net) / max(${DAY_MS}, closes_at - @rankedAt),
      ${LEAST}
    )`,
});

/** Statements name those that they need. */
function valuesOf(db: Db, filter: SpreadFilter, ages: PriceAges): Readonly<Record<string, Value>> {
  const { type = null, subjects = [], platforms, legPlatforms = [], category = [], minConfidence = "low" } = filter;
  const { minSpread, minScore, stake = null, minProfit = null, minSize = null, match } = filter;
  const [stale, old] = [staleAmong(filter, ages), olderAmong(filter, ages)];
  const found = match === undefined ? NO_HITS : listHits(db, "Market", match);
  return {
    ...{ type, minSpread, minScore, stake, minProfit, minSize, now: ages.now, booksSince: ages.now - MAX_BOOK_AGE_MS },
    maxBelieved: CONFIDENCES.indexOf(minConfidence),
    subjects: JSON.stringify(subjects.map((each) => [each.type, ...keysOf(each)])),
    ...named("other", othersOf(platforms)),
    ...named("leg", legPlatforms),
    ...named("category", [category].flat()),
    found: found.bytes,
    ...named("stale", [...stale.platforms]),
    staleFresher: JSON.stringify([...stale.fresher]),
    ...named("old", [...old.platforms]),
    oldFresher: JSON.stringify([...old.fresher]),
  };
}

const keysOf = ({ groupKey, aMarketKey, bMarketKey, eventKey }: SpreadSubject) => [
  ...[groupKey, aMarketKey, bMarketKey, eventKey],
];

const ASKED = `(
    SELECT value ->> 0 AS asked_type, value ->> 1 AS asked_group, value ->> 2 AS asked_a, value ->> 3 AS asked_b,
      value ->> 4 AS asked_event
    FROM json_each(@subjects)
  ) AS asked
  CROSS JOIN spreads ON type = asked_type AND group_key = asked_group AND a_market_key = asked_a
    AND b_market_key = asked_b AND event_key = asked_event`;

/** The best rows that pass a filter, as the part of a statement from FROM on. */
function toSelected(filter: SpreadFilter, ages: PriceAges): string {
  const counted = toCounted(filter, ages);
  const from = filter.minSize === undefined ? "spreads" : "spreads INDEXED BY spreads_by_size";
  return `FROM ${filter.subjects === undefined ? from : ASKED}
  WHERE ${[...toPassing(filter, ages), counted].join("\n    AND ")}
    AND (place = 0 OR NOT EXISTS (
      SELECT 1 FROM spreads AS better
      WHERE better.type = spreads.type AND better.group_key = spreads.group_key
        AND better.a_market_key = spreads.a_market_key AND better.b_market_key = spreads.b_market_key
        AND better.event_key = spreads.event_key AND better.place < spreads.place AND ${counted}
    ))`;
}

/** The rows that the best is chosen among. */
function toCounted(filter: SpreadFilter, ages: PriceAges): string {
  const stale = staleAmong(filter, ages);
  return [
    "spread >= @minSpread AND score >= @minScore",
    ...othersOf(filter.platforms).flatMap((_, index) => [
      `buy_platform <> @other${index}`,
      `sell_platform <> @other${index}`,
    ]),
    ...(stale.platforms.size > 0 ? [hasNoOld("stale", stale)] : []),
  ].join(" AND ");
}

/** What the best row must be. */
function toPassing(filter: SpreadFilter, ages: PriceAges): readonly string[] {
  const { type, legPlatforms = [], category, match, minConfidence = "low", minProfit, minSize } = filter;
  const ofLeg = (test: (leg: "buy" | "sell") => string): string => `(${test("buy")} OR ${test("sell")})`;
  const isWanted = (leg: string): string =>
    category === undefined ? "true" : isOneOf(`${leg}_category`, "category", [category].flat());
  return [
    type !== undefined && "type = @type",
    minSize !== undefined && "size >= @minSize AND books_at BETWEEN @booksSince AND @now",
    minConfidence !== "low" && `${toBelieved(filter, ages)} <= @maxBelieved`,
    legPlatforms.length > 0 && ofLeg((leg) => isOneOf(`${leg}_platform`, "leg", legPlatforms)),
    match === undefined && category !== undefined && ofLeg(isWanted),
    match !== undefined &&
      `iif(
      type = 'event',
      ${isWanted("buy")} AND ${HAS_FOUND},
      ${ofLeg((leg) => `${isFound(`${leg}_market_key`)} AND ${isWanted(leg)}`)}
    )`,
    minProfit !== undefined && `net > 0 AND ${PROFIT} >= max(@minProfit, 1)`,
  ].filter((condition) => condition !== false);
}

const othersOf = (platforms: readonly string[]): readonly string[] =>
  PLATFORMS.map(({ id }) => id).filter((id) => !platforms.includes(id));

/** A parameter for each value: comparing with a few of them takes a third of the time of looking a JSON list up. */
const named = (name: string, values: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(values.map((value, index) => [`${name}${index}`, value]));

const isOneOf = (column: string, name: string, values: readonly string[]): string =>
  `(${values.map((_, index) => `${column} = @${name}${index}`).join(" OR ")})`;

/** The values of a JSON list. */
const listed = (name: string): string => `(SELECT value FROM json_each(@${name}))`;

/** Titles that match are bytes by market key: an index of them would have to be built for every place that asks it. */
const isFound = (marketKey: string): string => `substr(@found, ${marketKey} + 1, 1) = x'01'`;

/** Two of its markets are in the row of an event: with a common word, nothing else is looked up. */
const HAS_FOUND = `(${isFound("buy_market_key")} OR ${isFound("sell_market_key")} OR EXISTS (
      SELECT 1 FROM markets
      WHERE markets.event_key = spreads.event_key AND ${isFound("market_key")} AND status = 'open'
    ))`;

/** How far a spread is believed, once its prices are no longer fresh. */
function toBelieved(filter: SpreadFilter, ages: PriceAges): string {
  const old = olderAmong(filter, ages);
  return old.platforms.size === 0
    ? "confidence"
    : `iif(confidence = 0 AND NOT (${hasNoOld("old", old)}), 1, confidence)`;
}

const staleAmong = ({ platforms }: SpreadFilter, ages: PriceAges): OldPrices => among(platforms, ages.listStale());

const olderAmong = ({ platforms }: SpreadFilter, ages: PriceAges): OldPrices =>
  among(platforms, ages.listOlder(MAX_FRESH_AGE_MS));

const among = (platforms: readonly string[], { platforms: old, fresher }: OldPrices): OldPrices => ({
  platforms: new Set(platforms.filter((platform) => old.has(platform))),
  fresher,
});

/** True where no leg has an old price. `name` is that of the parameters. */
function hasNoOld(name: string, { platforms, fresher }: OldPrices): string {
  const [isBuyOld, isSellOld] = ["buy", "sell"].map((leg) => isOneOf(`${leg}_platform`, name, [...platforms]));
  if (fresher.size === 0) return `NOT ${isBuyOld} AND NOT ${isSellOld}`;
  return `(
      (NOT ${isBuyOld} OR buy_market_key IN ${listed(`${name}Fresher`)})
      AND (NOT ${isSellOld} OR sell_market_key IN ${listed(`${name}Fresher`)})
      AND (type <> 'event' OR NOT ${isBuyOld} OR NOT EXISTS (
        SELECT 1 FROM markets
        WHERE markets.event_key = spreads.event_key AND status = 'open' AND market_key NOT IN ${listed(`${name}Fresher`)}
      ))
    )`;
}
