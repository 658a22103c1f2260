import { isRealMoney } from "../../domain/platforms.ts";
import { isTestMarket } from "../../domain/titles.ts";
import { type AskingEvent, findLeading, findMoved, joinEvents, trendOf } from "../../domain/topics.ts";
import { type Db, prepare } from "../database/db.ts";
import { platformMask, refreshQuestions } from "../questions/figures.ts";
import { listOutcomes, type TopicMarket } from "./outcomes.ts";
import { startNoting } from "./tables.ts";

/** Brings lists, figures of questions and topics up to date at a moment, in epoch milliseconds. The caller holds the transaction. */
export function refreshTopics(db: Db, now: number): void {
  refreshQuestions(db, now);
  while (refreshSomeTopics(db));
}

const STEP_EVENTS = 200;

/**
 * Joins some events again, or makes some figures again; true while more are left. Lists and figures of questions are up to
 * date; the caller holds the transaction.
 */
export function refreshSomeTopics(db: Db): boolean {
  startNoting(db);
  if (relinkSomeEvents(db)) return true;
  const eventKeys = prepare(db, "topics", "someChanged").pluck().all({ limit: STEP_EVENTS });
  if (eventKeys.length > 0) makeFigures(db, eventKeys);
  return eventKeys.length === STEP_EVENTS;
}

const STEP_RELINKED = 100;

/** Joins some of the events again that ask other questions than before; true while more are left. */
function relinkSomeEvents(db: Db): boolean {
  const noted = prepare(db, "topics", "someRelinked").pluck().all({ limit: STEP_RELINKED });
  if (noted.length === 0) return false;
  // What an event may be joined with depends on all that it reaches.
  const reached = prepare(db, "topics", "reached")
    .pluck()
    .all({ keys: JSON.stringify(noted) });
  const keys = JSON.stringify(reached);
  prepare(db, "topics", "unlink").run({ keys });
  for (const events of joinEvents(readAsking(db, keys))) {
    prepare(db, "topics", "link").run({ keys: JSON.stringify(events), topicKey: events[0] ?? 0 });
  }
  prepare(db, "topics", "noteChanged").run({ keys });
  prepare(db, "topics", "forgetRelinked").run({ keys });
  return noted.length === STEP_RELINKED;
}

/** What the listed markets of events ask; an event without any is left out. */
function readAsking(db: Db, keys: string): AskingEvent[] {
  const rows = Map.groupBy(prepare(db, "topics", "asked").all({ keys }), ({ eventKey }) => eventKey);
  return [...rows].map(([eventKey, asked]) => ({
    eventKey,
    platform: asked[0]?.platform ?? "",
    questionKeys: asked.flatMap(({ questionKey }) => questionKey ?? []),
    aloneCount: asked.find(({ questionKey }) => questionKey === null)?.count ?? 0,
  }));
}

function makeFigures(db: Db, eventKeys: readonly number[]): void {
  const keys = JSON.stringify(eventKeys);
  const topicKeys = new Set(
    prepare(db, "topics", "topicsOf")
      .all({ keys })
      .map(({ topicKey }) => topicKey),
  );
  // An event may have been a topic of its own before.
  prepare(db, "topics", "forgetFigures").run({
    keys: JSON.stringify([...topicKeys, ...eventKeys]),
  });
  prepare(db, "topics", "forgetChanged").run({ keys });
  const rows = prepare(db, "topics", "markets").all({
    keys: JSON.stringify([...topicKeys]),
  });
  const figures = [...Map.groupBy(rows, (row) => row.topicKey)].map(([topicKey, markets]) => ({
    topicKey,
    ...figuresOf(markets),
  }));
  const leading = JSON.stringify(figures.map(({ leadingKey }) => leadingKey));
  const trials = new Set(
    prepare(db, "topics", "events")
      .all({ keys: leading })
      .filter(isTestMarket)
      .map(({ eventKey }) => eventKey),
  );
  const add = prepare(db, "topics", "addFigures");
  for (const row of figures) add.run({ ...row, isTrial: Number(trials.has(row.leadingKey)) });
}

/** What a topic with these markets is filtered and ordered by. */
function figuresOf(markets: readonly TopicMarket[]) {
  const leading = findLeading(sumEvents(markets));
  const open = markets.filter(({ status }) => status === "open");
  const real = markets.filter(({ platform }) => isRealMoney(platform));
  const volume24h = sumOf(real, (market) => market.volume24h);
  const change24h = findMoved(listOutcomes(markets).filter(({ isOpen }) => isOpen))?.priceChange24h ?? null;
  const mask = markets.reduce((all, market) => all | (market.questionMask ?? platformMask([market.platform])), 0);
  const closings = (open.length > 0 ? open : markets).flatMap(({ closesAt }) => closesAt ?? []);
  const resolutions = markets.flatMap(({ resolvedAt }) => resolvedAt ?? []);
  return {
    leadingKey: leading?.eventKey ?? 0,
    marketKey: markets[0]?.marketKey ?? 0,
    category: leading?.category ?? "other",
    status: open.length > 0 ? "open" : "closed",
    platformMask: mask,
    platformCount: countBits(mask),
    volume: sumOf(real, (market) => market.volume),
    volume24h,
    change24h,
    trend: trendOf(volume24h, change24h),
    closesAt: closings.length === 0 ? null : Math.min(...closings),
    resolvedAt: resolutions.length === 0 ? null : Math.max(...resolutions),
    updatedAt: Math.max(...markets.map(({ updatedAt }) => updatedAt)),
  };
}

/** What the events of a topic traded. */
export function sumEvents(markets: readonly TopicMarket[]) {
  return [...Map.groupBy(markets, ({ eventKey }) => eventKey)].map(([eventKey, own]) => ({
    eventKey,
    platform: own[0]?.platform ?? "",
    category: own[0]?.category ?? "other",
    isOpen: own.some(({ status }) => status === "open"),
    isAsking: own.some(({ isInverted }) => isInverted !== 1),
    isRealMoney: own.some(({ platform }) => isRealMoney(platform)),
    marketCount: own.length,
    volume: sumOf(own, (market) => market.volume),
    volume24h: sumOf(own, (market) => market.volume24h),
  }));
}

const sumOf = <T>(rows: readonly T[], amountOf: (row: T) => number): number =>
  rows.reduce((sum, row) => sum + amountOf(row), 0);

function countBits(mask: number): number {
  let count = 0;
  for (let left = mask; left > 0; left &= left - 1) count++;
  return count;
}
