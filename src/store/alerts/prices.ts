import { type AlertRule, invertPoint } from "../../domain/alerts.ts";
import type { Point } from "../../domain/history.ts";
import { listCounted, weightedMean } from "../../domain/questions.ts";
import { type Db, prepare } from "../database/db.ts";
import { findPriceBefore, listPoints } from "../history/history.ts";
import type { PriceAges } from "../runs.ts";
import { type AlertSubject, type ReadScope, readSubjects } from "./scope.ts";

/** The question whose own price an alert watches at a change of one of its markets; undefined where it watches the market. */
export function findWatchedQuestion(
  { type, anyPlatform = false }: Pick<AlertRule, "type" | "anyPlatform">,
  { names, platform }: ReadScope,
  market: Pick<AlertSubject, "questionId" | "platform" | "id" | "eventId">,
): string | undefined {
  const { questionId } = market;
  const isOfPrice = type === "market.price_crossed" || type === "market.price_moved";
  if (!isOfPrice || anyPlatform || platform !== undefined || questionId === null) return undefined;
  const own = [`market ${market.platform}:${market.id}`, `event ${market.platform}:${market.eventId}`];
  return names?.has(questionId) === true && !own.some((name) => names.has(name)) ? questionId : undefined;
}

/** The markets that make a question's price now, and that price. */
interface WatchedQuestion {
  readonly id: string;
  /** The first of them gives its title. */
  readonly counted: readonly AlertSubject[];
  readonly now: Point;
}

/**
 * Finds the present price of a question as alerts see it; undefined without one. Moments are epoch seconds. The caller of
 * this and of what follows holds the transaction.
 */
export function findQuestionPrice(
  db: Db,
  id: string,
  ages: Pick<PriceAges, "of">,
  at: number,
): WatchedQuestion | undefined {
  const marketKeys = prepare(db, "alerts", "marketsOfQuestion").pluck().all(id);
  const members = readSubjects(db, marketKeys).flatMap((market) => {
    const { yesPrice, status, volume } = market;
    if (yesPrice === null) return [];
    const { close: price } = orient(market, { at, close: yesPrice, volume });
    const isOpen = status === "open";
    return [{ ...market, price, isOpen, isStale: isOpen && ages.of(market).isStale }];
  });
  const counted = listCounted(members);
  if (counted.length === 0 || counted.some(({ isOpen, isStale }) => !isOpen || isStale)) return undefined;
  const volume = counted.reduce((sum, member) => sum + member.volume, 0);
  const titled = counted.toSorted((a, b) => Number(a.isInverted) - Number(b.isInverted));
  return { id, counted: titled, now: { at, close: weightedMean(counted), volume } };
}

/** What was in force when an alert began. */
export function findQuestionBeginning(
  db: Db,
  { counted }: WatchedQuestion,
  beginning: AlertBeginning,
): Point | undefined {
  const points = counted.flatMap((market) => orient(market, findBeginning(db, market.marketKey, beginning)) ?? []);
  return points.length === 0 ? undefined : joinPoints(points);
}

/** The prices of a time, from what was in force at its beginning. */
export const readQuestionTimeline = (
  db: Db,
  { counted }: WatchedQuestion,
  window: { readonly from: number; readonly to: number },
): readonly Point[] =>
  joinTimelines(
    counted.map((market) => readTimeline(db, market.marketKey, window).map((point) => orient(market, point))),
  );

const orient = <P extends Point | undefined>({ isInverted }: AlertSubject, point: P): P =>
  isInverted ? invertPoint(point) : point;

/** The price that points of several markets make together. */
function joinPoints(points: readonly Point[]): Point {
  const weighted = points.map(({ close: price, volume }) => ({ price, volume: volume ?? 0 }));
  return {
    at: Math.max(...points.map(({ at }) => at)),
    close: weightedMean(weighted),
    volume: weighted.reduce((sum, { volume }) => sum + volume, 0),
  };
}

/** A point wherever one of the timelines has one. */
function joinTimelines(timelines: readonly (readonly Point[])[]): readonly Point[] {
  const steps = timelines
    .flatMap((points, index) => points.map((point) => ({ point, index })))
    .sort((a, b) => a.point.at - b.point.at);
  const latest: (Point | undefined)[] = timelines.map(() => undefined);
  const joined: Point[] = [];
  for (const [place, { point, index }] of steps.entries()) {
    latest[index] = point;
    // Several change in one reading.
    if (steps[place + 1]?.point.at === point.at) continue;
    joined.push({ ...joinPoints(latest.filter((one) => one !== undefined)), at: point.at });
  }
  return joined;
}

// Of one market.

/** More than there are in a month of a market that changes every minute; the oldest are left out. */
const MAX_POINTS = 50_000;

/** When an alert began: in epoch milliseconds, and after which point of the archive. */
interface AlertBeginning {
  readonly since: number;
  readonly sinceSeq: number;
}

/** What was in force when an alert began. Moments are epoch seconds; the caller of this and of what follows holds the transaction. */
export const findBeginning = (db: Db, marketKey: number, { sinceSeq, since }: AlertBeginning): Point | undefined =>
  prepare(db, "alerts", "pointAsOf").get({ marketKey, seq: sinceSeq }) ??
  findOlder(db, marketKey, Math.floor(since / 1000));

/** From what was in force at `from` to the last point up to `to`. */
export function readTimeline(
  db: Db,
  marketKey: number,
  { from, to }: { readonly from: number; readonly to: number },
): readonly Point[] {
  const carried = findBefore(db, marketKey, from);
  const points = listPoints(db, marketKey, { from, to, limit: MAX_POINTS }).toReversed();
  return carried === undefined ? points : [carried, ...points];
}

/** The newest is kept singly, so candles are looked at only where there is none. */
const findBefore = (db: Db, marketKey: number, from: number): Point | undefined =>
  prepare(db, "prices", "lastRecentBefore").get({ marketKey, from }) ??
  prepare(db, "prices", "lastPointBefore").get({ marketKey, from }) ??
  findPriceBefore(db, marketKey, from);

/** All recent points came after that second began: only older ones count. */
const findOlder = (db: Db, marketKey: number, second: number): Point | undefined =>
  prepare(db, "prices", "lastPointBefore").get({ marketKey, from: second + 1 }) ??
  findPriceBefore(db, marketKey, second);
