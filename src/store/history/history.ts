import { endOf, keepKnown, type PricePoint, toCriterionPrices } from "../../domain/accuracy.ts";
import type { Cents, Micros } from "../../domain/prices.ts";
import { type Db, prepare } from "../database/db.ts";
import { listBars } from "./prices.ts";

/** A price that came into force at `at` (epoch seconds), with the lifetime volume then. */
export interface HistoryPoint {
  readonly at: number;
  readonly yesPrice: Micros;
  readonly volume: Cents;
}

// The writer's side of the price archive. The caller holds the transaction.

/**
 * Notes a change and gives its number, which the market's row has to keep: `previous` is the number it kept so far.
 */
export const appendPoint = (
  db: Db,
  marketKey: number,
  { at, yesPrice, volume }: HistoryPoint,
  previous: number | null,
): number => Number(prepare(db, "history", "append").run(marketKey, at, yesPrice, volume, previous).lastInsertRowid);

/** Writes a market's past straight into the archive. */
export function insertPast(db: Db, marketKey: number, points: Iterable<HistoryPoint>): void {
  const insert = prepare(db, "history", "insertPoint");
  for (const { at, yesPrice, volume } of points) insert.run(marketKey, at, yesPrice, volume);
}

/** Points that are sorted at once. */
const ROUND_POINTS = 2 ** 18;

/**
 * Folds recent points into the archive, about `points` a step, in the order of the archive: neighbours share a page. A
 * point stays in the recent table until its whole round is archived. Gives at the end how many were folded. The caller
 * holds a transaction around each step; after a step that failed, start again.
 */
export function* foldHistory(db: Db, points: number): Generator<undefined, number> {
  const first = prepare(db, "history", "firstRecent").pluck();
  let folded = 0;
  for (let from = first.get(); from !== null; from = first.get()) {
    const last = prepare(db, "history", "lastRecent").pluck().get();
    const until = Math.min(Number(last), Number(from) + ROUND_POINTS - 1);
    folded += yield* foldRound(db, { from: Number(from), until, points });
  }
  return folded;
}

interface FoldingRound {
  readonly from: number;
  readonly until: number;
  readonly points: number;
}

/** What comes while a round is folded is left to the next: only what is there now is looked at. */
function* foldRound(db: Db, { from, until, points }: FoldingRound): Generator<undefined, number> {
  const list = prepare(db, "history", "listRecent");
  const fold = prepare(db, "history", "foldPoint");
  const remove = prepare(db, "history", "deleteFolded");
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

export interface RollUpStep {
  /** The market up to which earlier steps have come; 0 to begin. */
  readonly after: number;
  readonly markets: number;
  /** Epoch seconds, whole hours: points before it become hourly rows. */
  readonly rawBefore: number;
  /** Epoch seconds, whole days: hourly rows before it become daily ones. */
  readonly hourlyBefore: number;
}

/** Rolls up the next few markets and gives the last of them; undefined when all are done. */
export function rollUpHistory(db: Db, { after, markets, rawBefore, hourlyBefore }: RollUpStep): number | undefined {
  const last = prepare(db, "history", "lastMarketOfStep").pluck().get({ after, markets });
  if (last === null) return undefined;
  for (const name of ["rollUpPoints", "deleteRolledUp"] as const)
    prepare(db, "history", name).run({ after, last, before: rawBefore });
  for (const name of ["rollUpCandles", "deleteCandles"] as const)
    prepare(db, "history", name).run({ after, last, before: hourlyBefore });
  return last;
}

// The prices that resolved markets are judged by.

/**
 * Keeps those of a resolved market, from what the archive has now or from `past`, oldest first. What was kept for the
 * same end stays, unless the archive `isLonger` than it was. Readers then notice what else has changed of the market.
 */
export function keepCriterionPrices(
  db: Db,
  marketKey: number,
  { past, isLonger = false }: { past?: readonly PricePoint[]; isLonger?: boolean } = {},
): void {
  const market = prepare(db, "criteria", "findResolved").get(marketKey);
  // Readers have to notice that an outcome was taken back.
  if (market === undefined) return void prepare(db, "criteria", "saveAgain").run(marketKey);
  const { createdAt, closesAt, resolvedAt } = market;
  const endsAt = toSeconds(endOf(closesAt, resolvedAt));
  const points = past ?? listBars(db, marketKey, { from: 0, to: endsAt - 1, limit: ALL }).toReversed();
  const found = toCriterionPrices(points, { startsAt: createdAt === null ? null : toSeconds(createdAt), endsAt });
  const before = prepare(db, "criteria", "find").get(marketKey);
  const prices = before?.endedAt === endsAt ? keepKnown(before, found, isLonger) : found;
  prepare(db, "criteria", "save").run({ marketKey, endedAt: endsAt, ...prices });
}

const ALL = Number.MAX_SAFE_INTEGER - 1;

/** Of the archive: whole epoch seconds. */
const toSeconds = (ms: number): number => Math.floor(ms / 1000);
