import { familyIds } from "../../domain/categories/categories.ts";
import type { Category } from "../../domain/categories/names.ts";
import { type MarketChangeType, type MarketTexts, statusAt } from "../../domain/markets.ts";
import { keptFee } from "../../domain/platforms.ts";
import { toMoved } from "../change-log.ts";
import { type Db, prepare, prepareText, type SqlRow } from "../database/db.ts";
import { appendPoint, type HistoryPoint, insertPast, keepCriterionPrices } from "../history/history.ts";
import { queueMarkets, STAGES } from "../matching/match-queue.ts";
import { touchQuestion } from "../matching/pairs.ts";
import { formatSettlementSource } from "../rules.ts";
import { putTitle } from "../titles/words.ts";
import { type Catalogue, moveEvent, noteVolume, sumMarket } from "./gathered.ts";
import {
  type ContentFields,
  getMarket,
  type KnownMarket,
  listKeysOfEvent,
  listMarketsOfEvent,
  type MarketContent,
  OTHER_FIELDS,
  OUTCOME_FIELDS,
  QUOTE_FIELDS,
  STATUS_FIELDS,
  toColumn,
} from "./market-rows.ts";

/** What counts and totals depend on, besides whether there is a price. */
const COUNTED_FIELDS = ["volume", "volume24h", "status", "category", "eventKey"] as const satisfies ContentFields;
/** What a spread depends on. */
const TRADED_FIELDS = [
  "yesPrice",
  "bestBid",
  "bestAsk",
  "volume",
  "status",
  "isTradable",
  "feeKind",
  "feeRate",
  "category",
  "closesAt",
] as const satisfies ContentFields;
/** What a resolved market is judged by, besides its prices. */
const JUDGED_FIELDS = [
  ...(["outcome", "resolvedAt", "closesAt"] as const),
  ...(["volume", "category", "eventKey"] as const),
] as const satisfies ContentFields;
/** What filters of streams look at and a platform may change. */
const FILTERED_FIELDS = ["category", "title", "eventKey"] as const satisfies ContentFields;
/** What matching reads. */
const QUESTION_FIELDS = [
  "title",
  "outcomeLabel",
  "eventKey",
  "closesAt",
  "status",
  "descriptionCrc",
] as const satisfies ContentFields;

/** Of what market_descriptions holds. */
const TEXT_FIELDS = ["descriptionCrc", "sourceCrc"] as const satisfies ContentFields;

/** Raise it when an adapter reads descriptions otherwise: a text read by another version is no change of rules. */
const RULES_TEXT_VERSION = 1;

interface NewMarket extends MarketTexts {
  readonly platform: string;
  readonly id: string;
}

// The only code that writes a market. With it go its quotes, history, title and outcome check at once; gathered.ts has what
// goes with the end of the transaction. Times are epoch milliseconds. The caller holds the transaction.

/** Gives the key of the new market. */
export function insertMarket(
  catalogue: Catalogue,
  { platform, id, ...texts }: NewMarket,
  next: MarketContent,
  now: number,
): number {
  const { db } = catalogue;
  const row = { ...next, platform, id, firstSeenAt: now };
  const marketKey = Number(prepareText(db, INSERT_MARKET).run(row).lastInsertRowid);
  prepareText(db, INSERT_QUOTES).run({ ...next, marketKey, updatedAt: now, lastSeq: null });
  if (isListedClosed(next)) prepare(db, "catalogue", "listClosed").run({ marketKey });
  saveDescription(db, marketKey, texts, now);
  // The archive ends with the newest market, so its first point is written there at no cost.
  insertPast(db, marketKey, toPoints(undefined, next, now));
  if (next.status === "closed" && next.resolvedAt === null) scheduleOutcome(db, { marketKey, platform, closedAt: now });
  if (next.resolvedAt !== null) keepCriterionPrices(db, marketKey);
  putTitle(db, "Market", marketKey, next.title);
  gather(catalogue, undefined, { ...next, marketKey, platform }, now);
  return marketKey;
}

/** Writes what is different; false where nothing is. `texts` is null to leave them as they are. */
export function updateMarket(
  catalogue: Catalogue,
  before: KnownMarket,
  next: MarketContent,
  texts: MarketTexts | null,
  at: number,
): boolean {
  if (isSameContent(before, next)) return false;
  const { db } = catalogue;
  const { marketKey, platform } = before;
  // A clock that was set back must not make a market's history run backwards.
  const now = Math.max(at, before.updatedAt);
  let { lastSeq } = before;
  for (const point of toPoints(before, next, now)) lastSeq = appendPoint(db, marketKey, point, lastSeq);
  prepareText(db, UPDATE_QUOTES).run({ ...next, marketKey, updatedAt: now, lastSeq });
  if (!isSameBy(OTHER_FIELDS, before, next)) prepareText(db, UPDATE_MARKET).run({ ...next, marketKey });
  if (isListedClosed(next)) prepare(db, "catalogue", "listClosed").run({ marketKey });
  else if (isListedClosed(before)) prepare(db, "catalogue", "unlistClosed").run({ marketKey });
  if (texts !== null && !isSameBy(TEXT_FIELDS, before, next)) saveDescription(db, marketKey, texts, now);
  if (before.status !== next.status || before.resolvedAt !== next.resolvedAt) checkOutcome(db, before, next, now);
  if ((before.resolvedAt ?? next.resolvedAt) !== null && !isSameBy(JUDGED_FIELDS, before, next)) {
    keepCriterionPrices(db, marketKey);
  }
  if (before.title !== next.title) putTitle(db, "Market", marketKey, next.title);
  gather(catalogue, before, { ...next, marketKey, platform }, now);
  return true;
}

const isListedClosed = ({ status, yesPrice }: MarketContent): boolean => status === "closed" && yesPrice !== null;

/** Writes the rules of a market that came without; the next asking leaves out a market that has none. */
export function describeMarket(
  catalogue: Catalogue,
  before: KnownMarket,
  next: MarketContent,
  texts: MarketTexts,
  now: number,
): void {
  if (!updateMarket(catalogue, before, next, texts, now)) noteWithoutRules(catalogue.db, before.marketKey, now);
}

export const noteWithoutRules = (db: Db, marketKey: number, now: number): void =>
  saveDescription(db, marketKey, { description: "", settlementSource: null }, now);

/**
 * Closes a market that the platform's open listing lacks, or whose last moment of trading has passed. Of an open market
 * whose close time alone has passed, that time is forgotten.
 */
export function closeMarket(catalogue: Catalogue, marketKey: number, why: "missing" | "passed", now: number): void {
  const { db } = catalogue;
  const before = getMarket(db, marketKey);
  const missingSince = why === "missing" ? now : before.missingSince;
  if (before.status === "open" && why === "passed" && statusAt(before, now) === "open") {
    updateMarket(catalogue, before, { ...before, closesAt: null }, null, now);
  } else if (before.status === "open") {
    const outcome = before.outcome ?? "unknown";
    updateMarket(catalogue, before, { ...before, status: "closed", isTradable: 0, outcome, missingSince }, null, now);
  } else {
    // Nothing that is published changes.
    prepare(db, "catalogue", "markMissing").run({ marketKey, now: missingSince });
    checkOutcome(db, before, before, now);
  }
}

/** Takes a market out of all lists, since its platform says that it is none yet. Nobody asks how it ended. */
export function withdrawMarket(catalogue: Catalogue, before: KnownMarket, now: number): void {
  const prices = { yesPrice: null, priceSource: null, bestBid: null, bestAsk: null } as const;
  const missingSince = before.missingSince ?? now;
  const outcome = before.outcome ?? "unknown";
  const next = { ...before, ...prices, status: "closed", isTradable: 0, outcome, missingSince } as const;
  updateMarket(catalogue, before, next, null, now);
  deleteOutcome(catalogue.db, before.marketKey);
}

function checkOutcome(db: Db, { marketKey, platform, status }: KnownMarket, next: MarketContent, now: number): void {
  const isDue = next.status === "closed" && next.resolvedAt === null;
  if (isDue) scheduleOutcome(db, { marketKey, platform, closedAt: now });
  // Only what was closed before can be scheduled.
  else if (status === "closed") deleteOutcome(db, marketKey);
}

const QUOTE_COLUMNS = [...QUOTE_FIELDS, "updatedAt", "lastSeq"];

const insertInto = (table: string, fields: readonly string[]): string =>
  `INSERT INTO ${table} (${fields.map(toColumn).join(", ")}) VALUES (${fields.map((field) => `@${field}`).join(", ")})`;

const updateOf = (table: string, fields: readonly string[]): string =>
  `UPDATE ${table} SET ${fields.map((field) => `${toColumn(field)} = @${field}`).join(", ")} WHERE market_key = @marketKey`;

const INSERT_MARKET = insertInto("markets", ["platform", "id", "firstSeenAt", ...OTHER_FIELDS]);
const UPDATE_MARKET = updateOf("markets", OTHER_FIELDS);
const INSERT_QUOTES = insertInto("market_quotes", ["marketKey", ...QUOTE_COLUMNS]);
const UPDATE_QUOTES = updateOf("market_quotes", QUOTE_COLUMNS);

type WrittenMarket = MarketContent & Pick<KnownMarket, "marketKey" | "platform">;

/** Notes what the end of the transaction has to write. */
function gather({ db, gathered }: Catalogue, before: KnownMarket | undefined, after: WrittenMarket, now: number): void {
  for (const type of changesOf(before, after)) gathered[type].add(after.marketKey);
  if (hasMoved(before, after)) gathered.moved.add(toMoved(before));
  if (before === undefined || !isCountedAlike(before, after)) {
    if (before !== undefined) sumMarket(gathered, before, -1);
    sumMarket(gathered, after, 1);
  }
  if (before !== undefined && before.eventKey !== after.eventKey) touchQuestion(db, after.marketKey);
  if (before === undefined || !isSameBy(QUESTION_FIELDS, before, after)) gathered.questions.add(after.marketKey);
  if (before !== undefined && !isSameBy(TRADED_FIELDS, before, after)) {
    gathered.traded.add(after.marketKey);
    gathered.tradedEvents.add(after.eventKey);
  }
  const rise = riseOf(before, after);
  if (rise !== undefined) noteVolume(gathered, after.platform, now, rise);
}

const isSameBy = (fields: ContentFields, before: MarketContent, next: MarketContent): boolean =>
  fields.every((field) => before[field] === next[field]);

/** Whether a platform has changed nothing of a market. */
export const isSameContent = (before: MarketContent, next: MarketContent): boolean =>
  isSameBy(QUOTE_FIELDS, before, next) && isSameBy(OTHER_FIELDS, before, next);

/** Which changes a written market makes: at least one change, but none while the market is in no list. */
function changesOf(before: MarketContent | undefined, next: MarketContent): MarketChangeType[] {
  const isListed = next.yesPrice !== null;
  if (before === undefined || before.yesPrice === null) {
    if (!isListed) return [];
    return next.resolvedAt === null ? ["listed"] : ["listed", "resolved"];
  }
  const hasOutcome = !isSameBy(OUTCOME_FIELDS, before, next);
  const isResolved = hasOutcome && next.resolvedAt !== null;
  const changes: MarketChangeType[] = isSameBy(QUOTE_FIELDS, before, next) ? [] : ["price"];
  if (!isSameBy(STATUS_FIELDS, before, next) || (hasOutcome && !isResolved)) changes.push("status");
  if (isResolved) changes.push("resolved");
  return changes;
}

/** Whether a listed market may no longer pass filters that it passed. */
const hasMoved = (before: KnownMarket | undefined, next: MarketContent): before is KnownMarket =>
  before !== undefined && before.yesPrice !== null && !isSameBy(FILTERED_FIELDS, before, next);

/**
 * What was traded since, in cents; undefined where nothing was. A new market has traded at most its 24-hour volume; one that
 * is found with its outcome may have been traded long ago.
 */
function riseOf(before: KnownMarket | undefined, { volume, volume24h, resolvedAt }: MarketContent): number | undefined {
  if (before === undefined) return resolvedAt !== null && volume24h === 0 ? undefined : Math.min(volume, volume24h);
  return volume > before.volume ? volume - before.volume : undefined;
}

const isCountedAlike = (before: MarketContent, next: MarketContent): boolean =>
  (before.yesPrice === null) === (next.yesPrice === null) && isSameBy(COUNTED_FIELDS, before, next);

/** None where neither price nor volume has changed, or there is no price. */
function toPoints(before: KnownMarket | undefined, next: MarketContent, now: number): HistoryPoint[] {
  const { yesPrice, volume } = next;
  if (yesPrice === null || (before?.yesPrice === yesPrice && before.volume === volume)) return [];
  return [{ at: Math.floor(now / 1000), yesPrice, volume }];
}

function saveDescription(db: Db, marketKey: number, { description, settlementSource }: MarketTexts, now: number): void {
  if (description === null && settlementSource === null) return;
  const before = prepare(db, "catalogue", "findDescription").get(marketKey);
  const isChanged =
    before?.textVersion === RULES_TEXT_VERSION &&
    before.description !== "" &&
    description !== null &&
    withoutSpace(before.description) !== withoutSpace(description);
  prepare(db, "catalogue", "saveDescription").run({
    marketKey,
    description,
    settlementSource: formatSettlementSource(settlementSource),
    changedAt: isChanged ? now : null,
    textVersion: RULES_TEXT_VERSION,
  });
}

/** Other space is no change of rules. */
const withoutSpace = (text: string): string => text.replace(/\s+/g, "");

/** An event's row as ingest compares it; its tags are JSON text. */
export type KnownEvent = SqlRow<"catalogue", "findEvent">;

// Finds and writes events; `now` is epoch milliseconds. The caller holds the transaction.

export const findKnownEvent = (db: Db, platform: string, id: string): KnownEvent | undefined =>
  prepare(db, "catalogue", "findEvent").get(platform, id);

/** The category of the newest event of its family that has labels; undefined where there is none. */
export function findCategoryOfFamily(db: Db, platform: string, id: string): Category | undefined {
  const ids = familyIds(platform, id);
  if (ids === undefined) return undefined;
  return prepare(db, "catalogue", "findCategoryOfFamily")
    .pluck()
    .get({ platform, ...ids });
}

/** Gives the key of the new event. */
export function insertEvent(
  { db, gathered }: Catalogue,
  platform: string,
  next: Omit<KnownEvent, "eventKey">,
  now: number,
): number {
  const eventKey = Number(prepare(db, "catalogue", "insertEvent").run({ ...next, platform, now }).lastInsertRowid);
  prepare(db, "catalogue", "insertTotals").run(eventKey);
  gathered.changedEvents.add(eventKey);
  putTitle(db, "Event", eventKey, next.title);
  return eventKey;
}

/** Its markets move with it to another category, and are matched again where it is described differently. */
export function updateEvent(catalogue: Catalogue, before: KnownEvent, next: KnownEvent, now: number): void {
  const { db, gathered } = catalogue;
  const { eventKey, category } = next;
  const hasNewTitle = before.title !== next.title;
  const write = (): void => void prepare(db, "catalogue", "updateEvent").run({ ...next, now });
  if (before.category === category) write();
  else moveEvent(db, eventKey, write);
  gathered.changedEvents.add(eventKey);
  if (hasNewTitle) putTitle(db, "Event", eventKey, next.title);
  if (before.category !== category) {
    for (const market of listMarketsOfEvent(db, eventKey)) {
      const fee = keptFee(market, market.platform, category);
      updateMarket(catalogue, market, { ...market, category, ...fee }, null, now);
    }
  }
  const isRead = hasNewTitle || before.description !== next.description;
  if (isRead) queueMarkets(db, listKeysOfEvent(db, eventKey), STAGES.read);
}

/** The longest wait from one asking to the next. */
export const MAX_WAIT_MS = 86_400_000;

/** From closing to the first asking. */
const FIRST_WAIT_MS = 10 * 60_000;

// Closed markets whose outcome is still to be asked for. The caller holds the transaction.

/** Has a market that closed asked for its outcome; does nothing for one that is scheduled already. */
export const scheduleOutcome = (db: Db, check: { marketKey: number; platform: string; closedAt: number }): void =>
  void prepare(db, "outcomes", "schedule").run({ ...check, dueAt: check.closedAt + FIRST_WAIT_MS });

export const deleteOutcome = (db: Db, marketKey: number): void => void prepare(db, "outcomes", "delete").run(marketKey);
