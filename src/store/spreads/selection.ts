// Which spreads belong to a list, in which order: statements over group_spreads, of which the best row of a group counts.

import { DAY_MS } from "../../clock.ts";
import {
  type ArbitrageSort,
  CONFIDENCES,
  type Confidence,
  type Deal,
  EVENT_KEY_BASE,
  KEY_RANGES,
  MAX_FRESH_AGE_MS,
  type OpportunityType,
} from "../../domain/arbitrage.ts";
import { MAX_BOOK_AGE_MS } from "../../domain/books.ts";
import { PLATFORMS } from "../../domain/platforms.ts";
import type { Micros } from "../../domain/prices.ts";
import { type Db, prepare, prepareText, type Statement, type TypesOfRow, type Value } from "../database/db.ts";
import { getQuery } from "../database/queries.ts";
import type { OneOrMore } from "../lists/page.ts";
import type { OldPrices, PriceAges } from "../price-ages.ts";
import { toBytes } from "../titles/hits.ts";
import { type DatedSpread, openLegs, type PricedPair } from "./legs.ts";

export interface SpreadFilter {
  /** Missing for all types. */
  readonly type?: OpportunityType | undefined;
  /** Only these groups; missing for all. */
  readonly groupKeys?: readonly number[] | undefined;
  /** Those of both legs. */
  readonly platforms: readonly string[];
  /** One leg at least must be on one of these; empty lets everything pass. */
  readonly legPlatforms?: readonly string[] | undefined;
  /** Of one leg. */
  readonly category?: OneOrMore | undefined;
  /** What the title of that leg must match, as FTS5 reads it. */
  readonly match?: string | undefined;
  readonly minSpread: Micros;
  readonly minScore: Micros;
  /** Missing for all. */
  readonly minConfidence?: Confidence | undefined;
  /** Whether fees must leave something. */
  readonly isEarning?: boolean;
  /** Whether the books of all legs must have been read lately. */
  readonly hasBooks?: boolean;
}

/** A spread as its prices and their age alone say how good it is. */
export interface SelectedSpread extends DatedSpread {
  /** What fees leave for one contract of each leg. */
  readonly net: Micros;
  readonly confidence: Confidence;
}

/** What is known of a spread whose books were read; what the stake buys of others is estimated. */
interface KnownDeal {
  readonly legs: SelectedSpread;
  readonly spread: Micros;
  readonly deal: Pick<Deal, "profit" | "annualizedPercent">;
}

export interface SpreadOrder {
  readonly sort: ArbitrageSort;
  readonly stake: Micros;
  /** What the stake must earn. Missing for all. */
  readonly minProfit?: Micros | undefined;
  readonly known: readonly KnownDeal[];
}

/** The rows after a number of them, or after a group; where it was, if it has no spread any more. */
export interface SpreadSlice {
  readonly from: number;
  readonly after?: number | undefined;
  readonly size: number;
}

interface SpreadPage {
  readonly spreads: readonly SelectedSpread[];
  /** How many rows are before them. */
  readonly from: number;
  readonly total: number;
}

interface SpreadRow extends PricedPair {
  readonly net: number;
  readonly believed: number;
}

/** Selects spreads over one connection. The caller holds the transaction. */
export function openSpreadSelection(db: Db) {
  const readLegs = openLegs(db);
  const listHits = prepare(db, "search", "findMarketHits").pluck();
  const listRows = openStatements<SpreadRow>(db);
  const listKeys = openStatements<{ groupKey: number }>(db);

  const readParameters = (filter: SpreadFilter, ages: PriceAges): SpreadParameters => {
    const found = filter.match === undefined ? [] : listHits.all({ match: filter.match, limit: ALL_HITS });
    return { ...parametersOf(filter, ages), found: toBytes(found) };
  };
  /** The best spread of each group, in the order of their keys. */
  const all = (filter: SpreadFilter, ages: PriceAges): SelectedSpread[] => {
    const rows = listRows(toRows(filter, ages)).all(readParameters(filter, ages));
    const spreads = readLegs(rows);
    return rows.flatMap(({ net, believed }, index) => {
      const [spread, confidence] = [spreads[index], CONFIDENCES[believed]];
      return spread === undefined || confidence === undefined ? [] : [{ ...spread, net, confidence }];
    });
  };
  return {
    all,

    /** A page of the same, in an order. */
    page(filter: SpreadFilter, order: SpreadOrder, slice: SpreadSlice, ages: PriceAges): SpreadPage {
      const { stake, minProfit = null, known } = order;
      const parameters = { ...readParameters(filter, ages), stake, minProfit, known: toKnownJson(known) };
      // Counting and sorting apart would read all rows twice, which takes longer than sorting them.
      const keys = listKeys(toOrderedKeys(filter, order, ages))
        .pluck()
        .all(parameters);
      const last = slice.after === undefined ? -1 : keys.indexOf(slice.after);
      const from = last === -1 ? slice.from : last + 1;
      const groupKeys = keys.slice(from, from + slice.size);
      const { platforms, minSpread, minScore } = filter;
      const shown = new Map(
        all({ platforms, minSpread, minScore, groupKeys }, ages).map((spread) => [spread.groupKey, spread]),
      );
      return { spreads: groupKeys.flatMap((key) => shown.get(key) ?? []), from, total: keys.length };
    },
  };
}

/** Compiles each text once. There are as many as filters can be combined in other ways than by their values. */
function openStatements<Row>(db: Db): (text: string) => Statement<TypesOfRow<Row>> {
  const statements = new Map<string, Statement<TypesOfRow<Row>>>();
  return (text) => {
    const statement = statements.get(text) ?? prepareText<TypesOfRow<Row>>(db, text);
    statements.set(text, statement);
    return statement;
  };
}

type SpreadParameters = Readonly<Record<string, Value>>;

/** As a limit in SQL. */
const ALL_HITS = -1;

/** Statements name those that they need. */
function parametersOf(filter: SpreadFilter, ages: PriceAges): SpreadParameters {
  const { type, groupKeys = [], platforms, legPlatforms = [], category = [], minConfidence } = filter;
  const [minKey, maxKey] = type === undefined ? [0, Number.MAX_SAFE_INTEGER] : KEY_RANGES[type];
  const [stale, old] = [ages.listStale(), ages.listOlder(MAX_FRESH_AGE_MS)];
  const { minSpread, minScore } = filter;
  return {
    ...{ minKey, maxKey, minSpread, minScore, now: ages.now, fetchedSince: ages.now - MAX_BOOK_AGE_MS },
    maxBelieved: CONFIDENCES.indexOf(minConfidence ?? "low"),
    groupKeys: JSON.stringify(groupKeys),
    others: JSON.stringify(PLATFORMS.map(({ id }) => id).filter((id) => !platforms.includes(id))),
    legPlatforms: JSON.stringify(legPlatforms),
    categories: JSON.stringify([category].flat()),
    stale: JSON.stringify([...stale.platforms]),
    notStale: JSON.stringify([...stale.fresher]),
    old: JSON.stringify([...old.platforms]),
    notOld: JSON.stringify([...old.fresher]),
  };
}

/** In the order of the columns they are sorted by. */
const toKnownJson = (known: readonly KnownDeal[]): string =>
  JSON.stringify(
    known.map(({ legs: { groupKey, confidence, net, volume, closesAt }, spread, deal }) => {
      const believed = CONFIDENCES.indexOf(confidence);
      return [groupKey, believed, net, spread, volume, closesAt, deal.profit, deal.annualizedPercent];
    }),
  );

/** The values of a JSON list. */
const listed = (name: string): string => `(SELECT value FROM json_each(@${name}))`;

/** True where all open outcomes of the event are among these markets. */
const allOutcomesAre = (markets: string): string => `NOT EXISTS (
      SELECT 1 FROM markets
      WHERE event_key = group_key - ${EVENT_KEY_BASE} AND status = 'open' AND market_key NOT IN ${markets}
    )`;

/** True where no leg has an old price: those of `platforms`, but for some markets. */
const hasNoOld = (platforms: string, fresher: string): string => `(
    (buy_platform NOT IN ${listed(platforms)} OR buy_market_key IN ${listed(fresher)})
    AND (sell_platform NOT IN ${listed(platforms)} OR sell_market_key IN ${listed(fresher)})
    AND (group_key < ${EVENT_KEY_BASE} OR buy_platform NOT IN ${listed(platforms)} OR ${allOutcomesAre(listed(fresher))})
  )`;

/** True where the books of all legs were read lately: few are. */
const READ_BOOKS = "(SELECT market_key FROM market_books WHERE fetched_at BETWEEN @fetchedSince AND @now)";
const HAS_BOOKS = `buy_market_key IN ${READ_BOOKS} AND sell_market_key IN ${READ_BOOKS}
    AND (group_key < ${EVENT_KEY_BASE} OR ${allOutcomesAre(READ_BOOKS)})`;

/** What rows of a group are chosen among. */
const toCounted = ({ groupKeys, platforms }: SpreadFilter, ages: PriceAges): string => `
    ${groupKeys === undefined ? "group_key BETWEEN @minKey AND @maxKey" : `group_key IN ${listed("groupKeys")}`}
    AND spread >= @minSpread AND score >= @minScore
    AND buy_platform NOT IN ${listed("others")} AND sell_platform NOT IN ${listed("others")}
    ${isAny(ages.listStale(), platforms) ? `AND ${hasNoOld("stale", "notStale")}` : ""}`;

/** Mostly none are: then rows need not be asked. */
const isAny = (old: OldPrices, platforms: readonly string[]): boolean =>
  platforms.some((platform) => old.platforms.has(platform));

/** What the best row of a group must be. */
function toPasses({ type, groupKeys, legPlatforms = [], category, match, isEarning, hasBooks }: SpreadFilter): string {
  // What few rows pass comes first.
  const conditions = hasBooks === true ? [HAS_BOOKS, "believed <= @maxBelieved"] : ["believed <= @maxBelieved"];
  // Groups that are named may be of any type.
  if (groupKeys !== undefined && type !== undefined) conditions.push("group_key BETWEEN @minKey AND @maxKey");
  if (isEarning === true) conditions.push("net > 0");
  const ofLeg = (test: (leg: "buy" | "sell") => string): string => `(${test("buy")} OR ${test("sell")})`;
  if (legPlatforms.length > 0) conditions.push(ofLeg((leg) => `${leg}_platform IN ${listed("legPlatforms")}`));
  const isWanted = (leg: string): string =>
    category === undefined ? "true" : `${leg}_category IN ${listed("categories")}`;
  if (match === undefined) {
    if (category !== undefined) conditions.push(ofLeg(isWanted));
  } else {
    const ofPair = ofLeg((leg) => `${isFound(`${leg}_market_key`)} AND ${isWanted(leg)}`);
    conditions.push(`iif(group_key < ${EVENT_KEY_BASE}, ${ofPair}, ${isWanted("buy")} AND ${HAS_FOUND})`);
  }
  return conditions.join("\n    AND ");
}

/** Titles that match are bytes by market key: an index of them would have to be built for every place that asks it. */
const isFound = (marketKey: string): string => `substr(@found, ${marketKey} + 1, 1) = x'01'`;
/** Two of its markets are in the row of an event: with a common word, nothing else is looked up. */
const HAS_FOUND = `(${isFound("buy_market_key")} OR ${isFound("sell_market_key")} OR EXISTS (
      SELECT 1 FROM markets
      WHERE event_key = group_key - ${EVENT_KEY_BASE} AND ${isFound("market_key")} AND status = 'open'
    ))`;

/** How far a spread is believed, once its prices are no longer fresh. */
const toBelieved = ({ platforms }: SpreadFilter, ages: PriceAges): string =>
  isAny(ages.listOlder(MAX_FRESH_AGE_MS), platforms)
    ? `iif(confidence = 0 AND NOT ${hasNoOld("old", "notOld")}, 1, confidence)`
    : "confidence";

/** Of each group the best row among those that count, where the filters let it pass. */
const toPassing = (filter: SpreadFilter, ages: PriceAges): string => `
  SELECT group_key, place, spread, net, pays, volume, closes_at, ${toBelieved(filter, ages)} AS believed
  FROM group_spreads
  WHERE ${toPasses(filter)}
    AND ${toCounted(filter, ages)}
    AND (place = 0 OR NOT EXISTS (
      SELECT 1 FROM group_spreads AS better
      WHERE better.group_key = group_spreads.group_key AND better.place < group_spreads.place AND ${toCounted(filter, ages)}
    ))`;

const COLUMNS = getQuery("arbitrage", "columns");

const toRows = (filter: SpreadFilter, ages: PriceAges): string => `
SELECT ${COLUMNS}, group_spreads.net, believed
FROM (SELECT group_key, place, believed FROM (${toPassing(filter, ages)}))
CROSS JOIN group_spreads USING (group_key, place)`;

/**
 * The keys of all groups in an order. What the stake buys of a spread is known where its books were read; of others it is as
 * many contracts as it pays for at the fee of one.
 */
function toOrderedKeys(filter: SpreadFilter, { sort, minProfit }: SpreadOrder, ages: PriceAges): string {
  const passing = toPassing(filter, ages);
  const order = `ORDER BY ${ORDERS[sort]}, group_key`;
  const needsDeal = sort === "profit" || sort === "return" || minProfit !== undefined;
  if (!needsDeal) return `SELECT group_key AS groupKey FROM (${passing}) ${order}`;
  return `
WITH dealt AS (
  SELECT group_key, believed, net, spread, volume, closes_at,
    CAST(@stake / (pays - net) AS INTEGER) * net AS profit,
    CASE
      WHEN @stake >= pays - net AND closes_at > @now
        THEN 36500.0 * net / (pays - net) * ${DAY_MS} / max(${DAY_MS}, closes_at - @now)
    END AS annualized
  FROM (${passing})
  WHERE group_key NOT IN (SELECT value ->> 0 FROM json_each(@known))
  UNION ALL
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7
  FROM json_each(@known)
)
SELECT group_key AS groupKey FROM dealt
${minProfit === undefined ? "" : "WHERE profit > 0 AND profit >= @minProfit"}
${order}`;
}

/** From the best down, without a value last. */
const ORDERS: Readonly<Record<ArbitrageSort, string>> = {
  confidence: "believed, net DESC",
  net: "net DESC",
  spread: "spread DESC",
  volume: "volume DESC",
  closing: "closes_at IS NULL, closes_at",
  profit: "profit DESC",
  return: "annualized DESC",
};
