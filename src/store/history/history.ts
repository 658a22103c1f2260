import { endOf, keepKnown, type PricePoint, toCriterionPrices } from "../../domain/accuracy.ts";
import type { Cents, Micros } from "../../domain/prices.ts";
import { type Db, prepare } from "../database/db.ts";
import { openBars } from "./prices.ts";

/** A price that came into force at `at` (epoch seconds), with the lifetime volume then. */
export interface HistoryPoint {
  readonly at: number;
  readonly yesPrice: Micros;
  readonly volume: Cents;
}

/** The writer's side of the price archive. */
export type History = ReturnType<typeof openHistory>;

export function openHistory(db: Db) {
  const append = prepare(db, "history", "append");
  const insert = prepare(db, "history", "insertPoint");
  return {
    /**
     * Notes a change and gives its number, which the market's row has to keep: `previous` is the number it kept so far.
     * The caller holds the transaction.
     */
    append: (marketKey: number, { at, yesPrice, volume }: HistoryPoint, previous: number | null): number =>
      Number(append.run(marketKey, at, yesPrice, volume, previous).lastInsertRowid),

    /** Writes a market's past straight into the archive; the caller holds the transaction. */
    insertPast(marketKey: number, points: Iterable<HistoryPoint>): void {
      for (const { at, yesPrice, volume } of points) insert.run(marketKey, at, yesPrice, volume);
    },

    criterionPrices: openCriterionPrices(db),
    fold: folding(db),
    rollUpStep: rollingUp(db),
  };
}

/** Points that are sorted at once. */
const ROUND_POINTS = 2 ** 18;

/**
 * Folds recent points into the archive, about `points` a step, in the order of the archive: neighbours share a page. A
 * point stays in the recent table until its whole round is archived. Gives at the end how many were folded. The caller
 * holds a transaction around each step; after a step that failed, start again.
 */
function folding(db: Db): (points: number) => Iterator<undefined, number> {
  const first = prepare(db, "history", "firstRecent").pluck();
  const last = prepare(db, "history", "lastRecent").pluck();
  const list = prepare(db, "history", "listRecent");
  const fold = prepare(db, "history", "foldPoint");
  const remove = prepare(db, "history", "deleteFolded");

  /** What comes while a round is folded is left to the next: only what is there now is looked at. */
  function* foldRound(from: number, until: number, points: number): Generator<undefined, number> {
    const places: number[] = [];
    for (let seq = from; seq <= until; seq += points) {
      const rows = list.all({ first: seq, last: Math.min(until, seq + points - 1) });
      for (const row of rows) places.push(row.marketKey * ROUND_POINTS + row.seq - from);
      yield;
    }
    const ordered = Float64Array.from(places).sort();
    for (const [index, place] of ordered.entries()) {
      fold.run(from + (place % ROUND_POINTS));
      if ((index + 1) % points === 0) yield;
    }
    for (let seq = from; seq <= until; seq += points) {
      remove.run(Math.min(until, seq + points - 1));
      yield;
    }
    return places.length;
  }

  return function* foldAll(points) {
    let folded = 0;
    for (let from = first.get(); from !== null; from = first.get()) {
      const until = Math.min(Number(last.get()), Number(from) + ROUND_POINTS - 1);
      folded += yield* foldRound(Number(from), until, points);
    }
    return folded;
  };
}

export interface RollUpStep {
  /** The market up to which earlier steps have come; 0 to begin. */
  readonly after: number;
  readonly markets: number;
  /** Epoch seconds, whole hours: points before it become hourly rows. */
  readonly rawBefore: number;
  /** Epoch seconds, whole days: hourly rows before it become daily ones. */
  readonly hourlyBefore: number;
}

/** Rolls up the next few markets and gives the last of them; undefined when all are done. The caller holds the transaction. */
function rollingUp(db: Db): (step: RollUpStep) => number | undefined {
  const lastMarket = prepare(db, "history", "lastMarketOfStep").pluck();
  const statements = {
    points: [prepare(db, "history", "rollUpPoints"), prepare(db, "history", "deleteRolledUp")],
    candles: [prepare(db, "history", "rollUpCandles"), prepare(db, "history", "deleteCandles")],
  };
  return ({ after, markets, rawBefore, hourlyBefore }) => {
    const last = lastMarket.get({ after, markets });
    if (last === null) return undefined;
    for (const statement of statements.points) statement.run({ after, last, before: rawBefore });
    for (const statement of statements.candles) statement.run({ after, last, before: hourlyBefore });
    return last;
  };
}

/** The writer's side of the prices that resolved markets are judged by. The caller holds the transaction. */
function openCriterionPrices(db: Db) {
  const findResolved = prepare(db, "criteria", "findResolved");
  const find = prepare(db, "criteria", "find");
  const listMarketsAfter = prepare(db, "criteria", "listMarketsAfter");
  const listUnpriced = prepare(db, "criteria", "listUnpriced");
  const save = prepare(db, "criteria", "save");
  const saveAgain = prepare(db, "criteria", "saveAgain");
  const readBars = openBars(db);
  return {
    /**
     * Keeps those of a resolved market, from what the archive has now or from `past`, oldest first. What was kept for the
     * same end stays, unless the archive `isLonger` than it was. Readers then notice what else has changed of the market.
     */
    keep(
      marketKey: number,
      { past, isLonger = false }: { past?: readonly PricePoint[]; isLonger?: boolean } = {},
    ): void {
      const market = findResolved.get(marketKey);
      // Readers have to notice that an outcome was taken back.
      if (market === undefined) return void saveAgain.run(marketKey);
      const { createdAt, closesAt, resolvedAt } = market;
      const endsAt = toSeconds(endOf(closesAt, resolvedAt));
      const points = past ?? readBars(marketKey, { from: 0, to: endsAt - 1, limit: ALL }).toReversed();
      const found = toCriterionPrices(points, { startsAt: createdAt === null ? null : toSeconds(createdAt), endsAt });
      const before = find.get(marketKey);
      const prices = before?.endedAt === endsAt ? keepKnown(before, found, isLonger) : found;
      save.run({ marketKey, endedAt: endsAt, ...prices });
    },

    /** The next markets of a walk over all. */
    listAfter: (after: number, limit: number) => listMarketsAfter.all({ after, limit }),

    /** The next markets of a walk over those that resolved, for one platform. */
    listUnpriced: (walk: { readonly platform: string; readonly after: number; readonly limit: number }) =>
      listUnpriced.all(walk),
  };
}

const ALL = Number.MAX_SAFE_INTEGER - 1;

/** Of the archive: whole epoch seconds. */
const toSeconds = (ms: number): number => Math.floor(ms / 1000);
