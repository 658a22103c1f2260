// Reads the log of changes for others, with the newest state of each subject. What writes the log is in change-log.ts.

import { parseSpreadKey, toOpportunityId } from "../domain/arbitrage.ts";
import { CHANGE_TYPES, type ChangeType, MARKET_CHANGE_TYPES } from "../domain/markets.ts";
import { isRealMoney, PLATFORMS } from "../domain/platforms.ts";
import { type FormerState, fromMoved, lastSeqOf, TYPE_CODES } from "./change-log.ts";
import { consistently, type Db, prepare, type SqlRow } from "./database/db.ts";
import { findSpreadGroups } from "./matching/groups.ts";
import { refreshQuestions } from "./questions/figures.ts";
import { type Question, readQuestions } from "./questions/question.ts";
import { readSourceStatus, type SourceStatus } from "./sources.ts";
import { findOpportunities, type Opportunity } from "./spreads/arbitrage.ts";

/**
 * A change with the newest state of its subject, in the field that goes with its type. A market has one event for all changes of
 * its prices, and one for all of its status: the older ones are left out.
 */
export interface Change {
  readonly seq: number;
  readonly type: ChangeType;
  /** When the newest of the state was written, which may be after the change; epoch milliseconds. */
  readonly observedAt: number;
  /** Of price, status, listed and resolved. */
  readonly market?: ChangedMarket;
  /** Of a status: only for readers whose filter the market passed when it was so, and does not now. */
  readonly formers?: readonly Former[];
  /** Of match: the question's id. */
  readonly questionId?: string;
  /** Of match; missing once the question has dissolved or is not shown. */
  readonly question?: Question;
  readonly spread?: ChangedSpread;
  readonly source?: SourceStatus;
}

/** A market as changes report it. Without a price, once it has lost it, it is in no list. */
export type ChangedMarket = Omit<SqlRow<"change-log", "marketsByKeys">, "questionKey">;

/** What filters found a market by before it changed. */
type Former = Omit<FormerState, "marketKey" | "eventKey"> & { readonly eventId: string };

/** The best spread of a group or an implied pair. */
interface ChangedSpread {
  /** What it belongs to, as `toSpreadKey` names it. */
  readonly key: string;
  /** That of the opportunity. Null once its markets are no longer matched. */
  readonly id: string | null;
  readonly questionId: string | null;
  /** Null once it has none, or one of its platforms was not read for an hour. */
  readonly opportunity: Opportunity | null;
}

interface ReadChanges {
  /** Oldest first; of several changes of one type and subject on the page, only the newest. */
  readonly changes: readonly Change[];
  /** Where the next page begins. It may be beyond the last change: some are not published. */
  readonly next: number;
  /** The newest change that the states show. */
  readonly upTo: number;
}

/** The oldest and the newest seq that can be read after; both 0 while there is none. */
export const readBounds = (db: Db): { readonly from: number; readonly last: number } =>
  consistently(db, () => ({
    from: Number(prepare(db, "change-log", "firstSeq").pluck().get() ?? 0),
    last: lastSeqOf(db),
  }));

/**
 * Whether nothing after this seq is lost. False for a seq that is too old, and for one that a restored database or a power cut
 * has undone: such a reader must read a snapshot.
 */
export const canResume = (db: Db, after: number): boolean =>
  prepare(db, "change-log", "hasSeq").get(after) !== undefined;

interface ChangesQuery {
  readonly after: number;
  /** The changes that are looked at; 1,000 take some milliseconds. */
  readonly limit: number;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Reads the first changes after a seq; those of `hidden` platforms are left out. */
export const readChanges = (db: Db, { after, limit, now }: ChangesQuery, hidden: readonly string[]): ReadChanges =>
  consistently(db, () => {
    const rows = prepare(db, "change-log", "changesAfter").all({ after, limit });
    const upTo = rows.length < limit ? (rows.at(-1)?.seq ?? after) : lastSeqOf(db);
    const changes = rows.length === 0 ? [] : readStates(db, newestOfEach(rows), { hidden, now });
    return { changes, next: rows.at(-1)?.seq ?? after, upTo };
  });

function newestOfEach(rows: readonly ChangeRow[]): ChangeRow[] {
  const newest = new Map(rows.map((row) => [`${row.type}:${row.subject}`, row.seq]));
  return rows.filter(({ type, subject, seq }) => newest.get(`${type}:${subject}`) === seq);
}

/** A row of feed_changes. */
type ChangeRow = SqlRow<"change-log", "changesAfter">;

/** Reads the state that changes lead to; those that are not published are left out. The caller holds the transaction. */
function readStates(
  db: Db,
  rows: readonly ChangeRow[],
  { hidden, now }: { readonly hidden: readonly string[]; readonly now: number },
): Change[] {
  const platforms = PLATFORMS.map(({ id }) => id).filter((id) => !hidden.includes(id));
  refreshQuestions(db, now);
  const formers = readFormers(db, rows);
  const moved = [...formers.values()].map(({ marketKey }) => marketKey);
  const markets = readMarkets(db, [...new Set([...keysOf(rows, MARKET_CHANGE_TYPES), ...moved])]);
  const questions = readChangedQuestions(db, keysOf(rows, ["match"]), now);
  const spreadKeys = rows.filter((row) => row.type === TYPE_CODES.spread).map(({ subject }) => String(subject));
  const traded = platforms.filter(isRealMoney);
  const spreads = readSpreads(db, [...new Set(spreadKeys)], { platforms: traded, hidden, now });

  const toMarketChange = (change: ChangeOfType, marketKey: number, former?: Former): Change[] => {
    const market = markets.get(marketKey);
    if (market === undefined || hidden.includes(market.platform)) return [];
    const observedAt = Math.max(change.observedAt, market.updatedAt);
    if (former !== undefined) return [{ ...change, observedAt, market, formers: [former] }];
    return isPast(change, market) ? [] : [{ ...change, observedAt, market }];
  };
  return rows.flatMap(({ seq, at: observedAt, type: code, subject }): Change[] => {
    const former = formers.get(seq);
    if (former !== undefined) return toMarketChange({ seq, type: "status", observedAt }, former.marketKey, former);
    const type = TYPE_OF.get(code);
    if (type === undefined) return [];
    const change = { seq, type, observedAt };
    if (type === "source") {
      return platforms.includes(String(subject)) ? [{ ...change, source: readSourceStatus(db, String(subject)) }] : [];
    }
    const key = Number(subject);
    const [question, spread] = [questions.get(key), spreads.get(String(subject))];
    if (type === "match")
      return question === undefined ? [] : [{ ...withState(change, question.question?.members), ...question }];
    if (type === "spread") {
      const legs = spread?.opportunity?.orders.map(({ market }) => market);
      return spread === undefined ? [] : [{ ...withState(change, legs), spread }];
    }
    return toMarketChange(change, key);
  });
}

type ChangeOfType = Pick<Change, "seq" | "type" | "observedAt">;

/** The time of a change is that of the newest of the markets that it shows. */
const withState = (change: ChangeOfType, markets: readonly { readonly updatedAt: number }[] = []): ChangeOfType => ({
  ...change,
  observedAt: Math.max(change.observedAt, ...markets.map(({ updatedAt }) => updatedAt)),
});

/** Whether the log has a newer change of this type and market. */
const isPast = ({ type, seq }: ChangeOfType, { priceSeq, statusSeq }: ChangedMarket): boolean =>
  (type === "price" && (priceSeq ?? 0) > seq) || (type === "status" && (statusSeq ?? 0) > seq);

/** By the codes of the log; codes of what is not published are missing. */
const TYPE_OF: ReadonlyMap<number, ChangeType> = new Map(CHANGE_TYPES.map((type) => [TYPE_CODES[type], type]));

function keysOf(rows: readonly ChangeRow[], types: readonly ChangeType[]): number[] {
  const codes = types.map((type): number => TYPE_CODES[type]);
  return [...new Set(rows.filter(({ type }) => codes.includes(type)).map(({ subject }) => Number(subject)))];
}

/** Reads markets by their keys, with the questions that are shown. Figures are up to date. */
function readMarkets(db: Db, marketKeys: readonly number[]): ReadonlyMap<number, ChangedMarket> {
  const rows = prepare(db, "change-log", "marketsByKeys").all(JSON.stringify(marketKeys));
  const keys = JSON.stringify(rows.flatMap(({ questionKey }) => questionKey ?? []));
  const asked = prepare(db, "questions", "shownIds").all({ keys });
  const ids = new Map(asked.map(({ questionKey, id }) => [questionKey, id]));
  return new Map(
    rows.map(({ questionKey, ...market }) => [
      market.marketKey,
      { ...market, questionId: ids.get(questionKey ?? 0) ?? null },
    ]),
  );
}

/** Reads questions by their keys. */
function readChangedQuestions(
  db: Db,
  questionKeys: readonly number[],
  now: number,
): ReadonlyMap<number, Pick<Change, "questionId" | "question">> {
  if (questionKeys.length === 0) return new Map();
  const questions = new Map(readQuestions(db, questionKeys, now).map((question) => [question.questionKey, question]));
  const rows = prepare(db, "change-log", "questionIds").all(JSON.stringify(questionKeys));
  return new Map(
    rows.map(({ questionKey, id }) => {
      const question = questions.get(questionKey);
      return [questionKey, { questionId: id, ...(question === undefined ? {} : { question }) }];
    }),
  );
}

/** Reads spreads by their keys. */
function readSpreads(
  db: Db,
  keys: readonly string[],
  { platforms, hidden, now }: { platforms: readonly string[]; hidden: readonly string[]; now: number },
): ReadonlyMap<string, ChangedSpread> {
  if (keys.length === 0) return new Map();
  const opportunities = findOpportunities(db, hidden, keys, { platforms, now });
  const groups = findSpreadGroups(
    db,
    keys.filter((key) => !opportunities.has(key)),
  );
  return new Map(
    keys.map((key): [string, ChangedSpread] => {
      const opportunity = opportunities.get(key);
      if (opportunity !== undefined) {
        const { id, questionId } = opportunity;
        return [key, { key, id, questionId, opportunity }];
      }
      const group = groups.get(key);
      const id = group === undefined ? null : toOpportunityId(parseSpreadKey(key), group.members);
      return [key, { key, id, questionId: group?.questionId ?? null, opportunity: null }];
    }),
  );
}

/** Reads what rows of the type `moved` name, by seq. */
function readFormers(db: Db, rows: readonly ChangeRow[]): ReadonlyMap<number, Former & Pick<FormerState, "marketKey">> {
  const moved = rows.filter(({ type }) => type === TYPE_CODES.moved);
  if (moved.length === 0) return new Map();
  const states = moved.map(({ seq, subject }) => ({ seq, ...fromMoved(String(subject)) }));
  const keys = [...new Set(states.map(({ eventKey }) => eventKey))];
  const events = prepare(db, "change-log", "eventIds").all(JSON.stringify(keys));
  const ids = new Map(events.map(({ eventKey, id }) => [eventKey, id]));
  return new Map(states.map(({ seq, eventKey, ...state }) => [seq, { ...state, eventId: ids.get(eventKey) ?? "" }]));
}
