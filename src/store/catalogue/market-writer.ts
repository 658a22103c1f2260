import { volumeBucketOf } from "../../domain/analytics.ts";
import { MARKET_CHANGE_TYPES, type MarketChangeType } from "../../domain/changes.ts";
import { type MarketTexts, statusAt } from "../../domain/markets.ts";
import { type ChangeLog, toMoved } from "../change-log.ts";
import { type Db, prepare, prepareText } from "../database/db.ts";
import type { History, HistoryPoint } from "../history/history.ts";
import { queueMarkets, STAGES } from "../matching/match-queue.ts";
import { openQuestionWriter } from "../matching/question-writer.ts";
import { refreshSpreads } from "../matching/spread-writer.ts";
import { formatSettlementSource } from "../settlement-source.ts";
import type { TitleIndex } from "../titles/title-index.ts";
import type { EventTotals } from "./event-totals.ts";
import {
  type ContentFields,
  type KnownMarket,
  type MarketContent,
  type MarketRows,
  OTHER_FIELDS,
  OUTCOME_FIELDS,
  QUOTE_FIELDS,
  STATUS_FIELDS,
  toColumn,
} from "./market-rows.ts";
import { deleteOutcome, scheduleOutcome } from "./outcomes.ts";
import type { Volumes } from "./volumes.ts";

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

interface MarketWriterDeps {
  readonly rows: MarketRows;
  readonly totals: EventTotals;
  readonly history: History;
  readonly volumes: Volumes;
  readonly titles: TitleIndex["markets"];
  readonly changes: ChangeLog;
}

/**
 * The only code that writes a market. With it go its quotes, history, title and outcome check at once; counts, totals,
 * daily volumes, spreads, logged changes and the queue of matching go with `flush`, once for all markets of a transaction.
 * Times are epoch milliseconds. The caller holds the transaction.
 */
export type MarketWriter = ReturnType<typeof openMarketWriter>;

export function openMarketWriter(db: Db, deps: MarketWriterDeps) {
  const { rows, history, titles } = deps;
  const insertMarket = prepareText(db, insertInto("markets", ["platform", "id", "firstSeenAt", ...OTHER_FIELDS]));
  const updateMarket = prepareText(db, updateOf("markets", OTHER_FIELDS));
  const insertQuotes = prepareText(db, insertInto("market_quotes", ["marketKey", ...QUOTE_COLUMNS]));
  const updateQuotes = prepareText(db, updateOf("market_quotes", QUOTE_COLUMNS));
  const markMissing = prepare(db, "catalogue", "markMissing");
  const describe = openDescriptions(db);
  const dependents = openDependents(db, deps);

  const insert = ({ platform, id, ...texts }: NewMarket, next: MarketContent, now: number): number => {
    const marketKey = Number(insertMarket.run({ ...next, platform, id, firstSeenAt: now }).lastInsertRowid);
    insertQuotes.run({ ...next, marketKey, updatedAt: now, lastSeq: null });
    describe(marketKey, texts, now);
    // The archive ends with the newest market, so its first point is written there at no cost.
    history.insertPast(marketKey, toPoints(undefined, next, now));
    if (next.status === "closed" && next.resolvedAt === null)
      scheduleOutcome(db, { marketKey, platform, closedAt: now });
    if (next.resolvedAt !== null) history.criterionPrices.keep(marketKey);
    titles.put(marketKey, next.title);
    dependents.note(undefined, { ...next, marketKey, platform }, now);
    return marketKey;
  };

  const update = (before: KnownMarket, next: MarketContent, texts: MarketTexts | null, at: number): boolean => {
    if (isSameContent(before, next)) return false;
    const hasOthers = !isSameBy(OTHER_FIELDS, before, next);
    const { marketKey, platform } = before;
    // A clock that was set back must not make a market's history run backwards.
    const now = Math.max(at, before.updatedAt);
    let { lastSeq } = before;
    for (const point of toPoints(before, next, now)) lastSeq = history.append(marketKey, point, lastSeq);
    updateQuotes.run({ ...next, marketKey, updatedAt: now, lastSeq });
    if (hasOthers) updateMarket.run({ ...next, marketKey });
    if (texts !== null && !isSameBy(TEXT_FIELDS, before, next)) describe(marketKey, texts, now);
    if (before.status !== next.status || before.resolvedAt !== next.resolvedAt) checkOutcome(before, next, now);
    if ((before.resolvedAt ?? next.resolvedAt) !== null && !isSameBy(JUDGED_FIELDS, before, next)) {
      history.criterionPrices.keep(marketKey);
    }
    if (before.title !== next.title) titles.put(marketKey, next.title);
    dependents.note(before, { ...next, marketKey, platform }, now);
    return true;
  };

  const noteWithoutRules = (marketKey: number, now: number): void =>
    describe(marketKey, { description: "", settlementSource: null }, now);

  const checkOutcome = ({ marketKey, platform, status }: KnownMarket, next: MarketContent, now: number): void => {
    const isDue = next.status === "closed" && next.resolvedAt === null;
    if (isDue) scheduleOutcome(db, { marketKey, platform, closedAt: now });
    // Only what was closed before can be scheduled.
    else if (status === "closed") deleteOutcome(db, marketKey);
  };
  return {
    /** Gives the key of the new market. */
    insert,

    /** Writes what is different; false where nothing is. `texts` is null to leave them as they are. */
    update,

    /** Writes the rules of a market that came without; the next asking leaves out a market that has none. */
    describe(before: KnownMarket, next: MarketContent, texts: MarketTexts, now: number): void {
      if (!update(before, next, texts, now)) noteWithoutRules(before.marketKey, now);
    },

    noteWithoutRules,

    /**
     * Closes a market that the platform's open listing lacks, or whose last moment of trading has passed. Of an open market
     * whose close time alone has passed, that time is forgotten.
     */
    close(marketKey: number, why: "missing" | "passed", now: number): void {
      const before = rows.get(marketKey);
      const missingSince = why === "missing" ? now : before.missingSince;
      if (before.status === "open" && why === "passed" && statusAt(before, now) === "open") {
        update(before, { ...before, closesAt: null }, null, now);
      } else if (before.status === "open") {
        const outcome = before.outcome ?? "unknown";
        update(before, { ...before, status: "closed", isTradable: 0, outcome, missingSince }, null, now);
      } else {
        // Nothing that is published changes.
        markMissing.run({ marketKey, now: missingSince });
        checkOutcome(before, before, now);
      }
    },

    /** Takes a market out of all lists, since its platform says that it is none yet. Nobody asks how it ended. */
    withdraw(before: KnownMarket, now: number): void {
      const prices = { yesPrice: null, priceSource: null, bestBid: null, bestAsk: null } as const;
      const missingSince = before.missingSince ?? now;
      const outcome = before.outcome ?? "unknown";
      update(before, { ...before, ...prices, status: "closed", isTradable: 0, outcome, missingSince }, null, now);
      deleteOutcome(db, before.marketKey);
    },

    flush: dependents.flush,
    discard: dependents.discard,
  };
}

const QUOTE_COLUMNS = [...QUOTE_FIELDS, "updatedAt", "lastSeq"];

const insertInto = (table: string, fields: readonly string[]): string =>
  `INSERT INTO ${table} (${fields.map(toColumn).join(", ")}) VALUES (${fields.map((field) => `@${field}`).join(", ")})`;

const updateOf = (table: string, fields: readonly string[]): string =>
  `UPDATE ${table} SET ${fields.map((field) => `${toColumn(field)} = @${field}`).join(", ")} WHERE market_key = @marketKey`;

type WrittenMarket = MarketContent & Pick<KnownMarket, "marketKey" | "platform">;

/** What is written once a transaction for all its markets. */
function openDependents(db: Db, { totals, volumes, changes }: MarketWriterDeps) {
  const counts = openMarketCounts(db);
  const groupQuestions = openQuestionWriter(db, changes);
  const markPriced = prepare(db, "change-log", "markPriced");
  const markStatus = prepare(db, "change-log", "markStatus");
  const changed = {
    price: new Set<number>(),
    status: new Set<number>(),
    listed: new Set<number>(),
    resolved: new Set<number>(),
  };
  const moved = new Set<string>();
  const traded = new Set<number>();
  const questions = new Set<number>();
  const all = [...Object.values(changed), moved, traded, questions];
  return {
    note(before: KnownMarket | undefined, after: WrittenMarket, now: number): void {
      for (const type of changesOf(before, after)) changed[type].add(after.marketKey);
      if (hasMoved(before, after)) moved.add(toMoved(before));
      if (before === undefined || !isCountedAlike(before, after)) {
        if (before !== undefined) counts.add(before, -1);
        if (before !== undefined) totals.add(before, -1);
        counts.add(after, 1);
        totals.add(after, 1);
      }
      if (before !== undefined && before.eventKey !== after.eventKey) groupQuestions.touch(after.marketKey);
      if (before === undefined || !isSameBy(QUESTION_FIELDS, before, after)) questions.add(after.marketKey);
      if (before !== undefined && !isSameBy(TRADED_FIELDS, before, after)) {
        traded.add(after.marketKey);
        totals.trade(after.eventKey);
      }
      const rise = riseOf(before, after);
      if (rise !== undefined) volumes.note(after.platform, now, rise);
    },

    flush(): void {
      const after = changes.lastSeq();
      for (const type of MARKET_CHANGE_TYPES) changes.add(type, changed[type]);
      if (changed.price.size > 0) markPriced.run({ after });
      if (changed.status.size > 0) markStatus.run({ after });
      changes.add("moved", moved);
      if (traded.size > 0) refreshSpreads(db, changes, [...traded]);
      queueMarkets(db, [...questions], STAGES.read);
      counts.flush();
      totals.flush();
      volumes.flush();
      for (const set of all) set.clear();
    },

    /** Forgets what was noted in a transaction that is undone. */
    discard(): void {
      for (const set of all) set.clear();
      for (const sums of [counts, totals, volumes]) sums.discard();
    },
  };
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

function openDescriptions(db: Db): (marketKey: number, texts: MarketTexts, now: number) => void {
  const find = prepare(db, "catalogue", "findDescription");
  const save = prepare(db, "catalogue", "saveDescription");
  return (marketKey, { description, settlementSource }, now) => {
    if (description === null && settlementSource === null) return;
    const before = find.get(marketKey);
    const isChanged =
      before?.textVersion === RULES_TEXT_VERSION &&
      before.description !== "" &&
      description !== null &&
      withoutSpace(before.description) !== withoutSpace(description);
    save.run({
      marketKey,
      description,
      settlementSource: formatSettlementSource(settlementSource),
      changedAt: isChanged ? now : null,
      textVersion: RULES_TEXT_VERSION,
    });
  };
}

/** Other space is no change of rules. */
const withoutSpace = (text: string): string => text.replace(/\s+/g, "");

type CountedMarket = Pick<KnownMarket, "platform" | "category" | "status" | "yesPrice" | "volume">;

/** Gathers how the counts of listed markets differ from those stored, so that `flush` writes each once. */
function openMarketCounts(db: Db) {
  const addTo = prepare(db, "catalogue", "addToMarketCounts");
  const deltas = new Map<string, ReturnType<typeof toDelta>>();
  return {
    add(market: CountedMarket, sign: 1 | -1): void {
      if (market.yesPrice === null) return;
      const { platform, category, status, volume } = market;
      const bucket = volumeBucketOf(volume);
      const name = `${bucket} ${status} ${platform} ${category}`;
      const delta = deltas.get(name) ?? toDelta(market, bucket);
      delta.markets += sign;
      delta.volume += sign * volume;
      deltas.set(name, delta);
    },

    flush(): void {
      for (const delta of deltas.values()) if (delta.markets !== 0 || delta.volume !== 0) addTo.run(delta);
      deltas.clear();
    },

    discard: (): void => deltas.clear(),
  };
}

const toDelta = ({ platform, category, status }: CountedMarket, bucket: number) => ({
  platform,
  category,
  status,
  bucket,
  markets: 0,
  volume: 0,
});
