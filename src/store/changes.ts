// The log of changes. The writer notes what it changes and commits it; the main thread is told, and reads from there with the
// newest state of each subject: for streams (streams/hub.ts), lists in memory and the mirror.

import type { Clock } from "../clock.ts";
import { toGroupId, toType } from "../domain/arbitrage.ts";
import { CHANGE_TYPES, type ChangeType, MARKET_CHANGE_TYPES } from "../domain/changes.ts";
import { isRealMoney, PLATFORMS } from "../domain/platforms.ts";
import { consistently, type Db, immediately, prepare, type SqlRow } from "./database/db.ts";
import { openGroups } from "./matching/groups.ts";
import { openImpliedPairs } from "./matching/implied-pairs.ts";
import { openQuestionReader, type Question } from "./questions/question.ts";
import type { OpenSummaries, Summaries } from "./questions/summarizer.ts";
import { openSourceStatus, type SourceStatus } from "./sources.ts";
import { type Opportunity, openOpportunities } from "./spreads/arbitrage.ts";

/** How the table names types; the last four are not published. `moved` names what a market was found by, see `toMoved`. */
export const TYPE_CODES = {
  price: 1,
  status: 2,
  listed: 3,
  resolved: 4,
  match: 5,
  spread: 6,
  source: 7,
  event: 8,
  moved: 9,
  past: 10,
  scored: 11,
} as const satisfies Readonly<Record<ChangeType | "event" | "moved" | "past" | "scored", number>>;

/** What filters found a market by before it changed. */
export interface FormerState {
  readonly marketKey: number;
  readonly category: string;
  readonly title: string;
  readonly eventKey: number;
}

/** The subject of `moved`: filters that accepted the market then, and do not now, are found by it. */
export const toMoved = ({ marketKey, category, title, eventKey }: FormerState): string =>
  JSON.stringify([marketKey, category, title, eventKey]);

export function fromMoved(subject: string): FormerState {
  const [marketKey, category, title, eventKey] = JSON.parse(subject) as [number, string, string, number];
  return { marketKey, category, title, eventKey };
}

type LoggedType = keyof typeof TYPE_CODES;

/** A reader that is further behind reads everything again. */
export const MAX_CHANGES = 500_000;
const STEP_CHANGES = 20_000;

/** More than is ever written between two flushes to the disk. */
const START_GAP = 1_000_000;

/** The writer's log of changes, for streams and for lists in memory. */
export type ChangeLog = ReturnType<typeof openChangeLog>;

interface ChangeLogDeps {
  readonly clock: Pick<Clock, "now">;
  /** Raised after each commit that logged changes. */
  readonly signal?: Pick<ChangeSignal, "raise"> | undefined;
  /** Called after each of these, before the next transaction. */
  readonly onCommit?: () => void;
}

/**
 * No seq ever means two changes. A power cut may undo the last commits and a restore many more, so the first change of a
 * process leaves a gap up to the time. A reader at a seq that has no row has lost something.
 */
export function openChangeLog(db: Db, { clock, signal, onCommit }: ChangeLogDeps) {
  const add = prepare(db, "change-log", "add");
  const addStart = prepare(db, "change-log", "addStart");
  const lastSeq = prepare(db, "change-log", "lastSeq").pluck();
  const count = prepare(db, "change-log", "count").pluck();
  const deleteOldest = prepare(db, "change-log", "deleteOldest");
  let hasStarted = false;
  let signalledSeq = Number(lastSeq.get() ?? 0);
  return {
    /** Logs a change of each subject. The caller is within `commit`. */
    add(type: LoggedType, subjects: Iterable<number | string>): void {
      const changed = [...subjects];
      if (changed.length === 0) return;
      const at = clock.now();
      if (!hasStarted) addStart.run({ at, gap: START_GAP });
      hasStarted = true;
      add.run({ at, type: TYPE_CODES[type], subjects: JSON.stringify(changed) });
    },

    /** Runs `work` in one write transaction; once what it logged is committed, readers are told. */
    commit<T>(work: () => T): T {
      let result: T;
      try {
        result = immediately(db, work);
      } catch (error) {
        // Its start may be undone too.
        hasStarted = false;
        throw error;
      }
      const seq = Number(lastSeq.get() ?? 0);
      if (seq !== signalledSeq) {
        signalledSeq = seq;
        signal?.raise();
        onCommit?.();
      }
      return result;
    },

    /** The seq of the newest change; 0 when there is none. */
    lastSeq: () => Number(lastSeq.get() ?? 0),

    /** Deletes some changes older than the newest 500,000; false when there are none. */
    trimSome(): boolean {
      const excess = Number(count.get()) - MAX_CHANGES;
      if (excess > 0) deleteOldest.run(Math.min(excess, STEP_CHANGES));
      return excess > STEP_CHANGES;
    },
  };
}

/** After a call, a follower waits this long for the next. */
const SIGNAL_EVERY_MS = 50;

/** Wakes the main thread after commits of the writer's, in memory that both see: which changes, the log tells. */
export type ChangeSignal = ReturnType<typeof shareChangeSignal>;

export function shareChangeSignal(memory: SharedArrayBuffer = new SharedArrayBuffer(4)) {
  const commits = new Int32Array(memory);
  const raise = (): void => {
    Atomics.add(commits, 0, 1);
    Atomics.notify(commits, 0);
  };
  return {
    memory,
    raise,

    /** Calls `onChanges` at once after a commit, and about every 50 ms at most. Returns a function that ends it. */
    follow(onChanges: () => void): () => void {
      let isOver = false;
      const wait = async (): Promise<void> => {
        for (let seen = Atomics.load(commits, 0); ; ) {
          await Atomics.waitAsync(commits, 0, seen).value;
          if (isOver) return;
          // Before the wait below: what is committed meanwhile is another call.
          seen = Atomics.load(commits, 0);
          onChanges();
          await new Promise((resolve) => setTimeout(resolve, SIGNAL_EVERY_MS).unref());
        }
      };
      void wait();
      return () => {
        isOver = true;
        raise();
      };
    },
  };
}

/**
 * A change with the state of its subject at the time of reading, in the field that goes with its type. Of the prices of a market
 * only the newest is read, and the same of its status: an older one would show a state that came later.
 */
export interface Change {
  readonly seq: number;
  readonly type: ChangeType;
  /** When it was written; epoch milliseconds. */
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
  readonly groupKey: number;
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
  readonly isMore: boolean;
}

export type ChangeReader = ReturnType<typeof openChangeReader>;

/** Reads the change log over one connection; what belongs to `hidden` platforms is left out. */
export function openChangeReader(db: Db, openSummaries: OpenSummaries, hidden: readonly string[]) {
  const firstSeq = prepare(db, "change-log", "firstSeq").pluck();
  const lastSeq = prepare(db, "change-log", "lastSeq").pluck();
  const seqAsOf = prepare(db, "change-log", "seqAsOf").pluck();
  const hasSeq = prepare(db, "change-log", "hasSeq").pluck();
  const changesAfter = prepare(db, "change-log", "changesAfter");
  const toChanges = openStateReader(db, openSummaries, hidden);
  return {
    /** The oldest and the newest seq that can be read after; both 0 while there is none. */
    bounds: (): { readonly from: number; readonly last: number } =>
      consistently(db, () => ({ from: Number(firstSeq.get() ?? 0), last: Number(lastSeq.get() ?? 0) })),
    /** The newest seq as of a moment; 0 where none is so old. Both in epoch milliseconds. */
    seqAsOf: (at: number, now: number): number => Number(seqAsOf.get({ at, now }) ?? 0),
    /**
     * Whether nothing after this seq is lost. False for a seq that is too old, and for one that a restored database or a
     * power cut has undone: such a reader must read a snapshot.
     */
    canResume: (after: number): boolean => hasSeq.get(after) !== undefined,
    /** Looks at the first `limit` changes after a seq; 1,000 take some milliseconds. `now` is epoch milliseconds. */
    read: (after: number, limit: number, now: number): ReadChanges =>
      consistently(db, () => {
        const rows = changesAfter.all({ after, limit });
        const newest = rows.at(-1);
        if (newest === undefined) return { changes: [], next: after, isMore: false };
        const isMore = rows.length === limit && newest.seq < Number(lastSeq.get());
        return { changes: toChanges(newestOfEach(rows), now), next: newest.seq, isMore };
      }),
  };
}

function newestOfEach(rows: readonly ChangeRow[]): ChangeRow[] {
  const newest = new Map(rows.map((row) => [`${row.type}:${row.subject}`, row.seq]));
  return rows.filter(({ type, subject, seq }) => newest.get(`${type}:${subject}`) === seq);
}

/** A row of feed_changes. */
type ChangeRow = SqlRow<"change-log", "changesAfter">;

/** Reads the state that changes lead to; those that are not published are left out. The caller holds the transaction. */
function openStateReader(db: Db, openSummaries: OpenSummaries, hidden: readonly string[]) {
  const readMarkets = openChangedMarkets(db);
  const readQuestions = openChangedQuestions(db);
  const readSpreads = openChangedSpreads(db, hidden);
  const readSource = openSourceStatus(db);
  const readFormers = openFormers(db);
  const platforms = PLATFORMS.map(({ id }) => id).filter((id) => !hidden.includes(id));
  return (rows: readonly ChangeRow[], now: number): Change[] => {
    const summaries = openSummaries(now);
    const formers = readFormers(rows);
    const moved = [...formers.values()].map(({ marketKey }) => marketKey);
    const markets = readMarkets([...new Set([...keysOf(rows, MARKET_CHANGE_TYPES), ...moved])], summaries);
    const questions = readQuestions(keysOf(rows, ["match"]), summaries);
    const spreads = readSpreads(keysOf(rows, ["spread"]), { platforms: platforms.filter(isRealMoney), now });
    return rows.flatMap(({ seq, at: observedAt, type: code, subject }): Change[] => {
      const former = formers.get(seq);
      if (former !== undefined) {
        const market = markets.get(former.marketKey);
        const isShown = market !== undefined && !hidden.includes(market.platform);
        return isShown ? [{ seq, type: "status", observedAt, market, formers: [former] }] : [];
      }
      const type = TYPE_OF.get(code);
      if (type === undefined) return [];
      const change = { seq, type, observedAt };
      if (type === "source") {
        return platforms.includes(String(subject)) ? [{ ...change, source: readSource(String(subject)) }] : [];
      }
      const key = Number(subject);
      const [question, spread, market] = [questions.get(key), spreads.get(key), markets.get(key)];
      if (type === "match") return question === undefined ? [] : [{ ...change, ...question }];
      if (type === "spread") return spread === undefined ? [] : [{ ...change, spread }];
      if (market === undefined || hidden.includes(market.platform) || isPast(change, market)) return [];
      return [{ ...change, market }];
    });
  };
}

/** Whether the log has a newer change of this type and market. */
const isPast = ({ type, seq }: Pick<Change, "type" | "seq">, { priceSeq, statusSeq }: ChangedMarket): boolean =>
  (type === "price" && (priceSeq ?? 0) > seq) || (type === "status" && (statusSeq ?? 0) > seq);

/** By the codes of the log; codes of what is not published are missing. */
const TYPE_OF: ReadonlyMap<number, ChangeType> = new Map(CHANGE_TYPES.map((type) => [TYPE_CODES[type], type]));

function keysOf(rows: readonly ChangeRow[], types: readonly ChangeType[]): number[] {
  const codes = types.map((type): number => TYPE_CODES[type]);
  return [...new Set(rows.filter(({ type }) => codes.includes(type)).map(({ subject }) => Number(subject)))];
}

/** Reads markets by their keys. */
export function openChangedMarkets(db: Db) {
  const byKeys = prepare(db, "change-log", "marketsByKeys");
  return (marketKeys: readonly number[], questions: Summaries): ReadonlyMap<number, ChangedMarket> => {
    const rows = byKeys.all(JSON.stringify(marketKeys));
    return new Map(
      rows.map(({ questionKey, ...market }) => {
        const summary = questionKey === null ? undefined : questions.find(questionKey);
        return [market.marketKey, { ...market, questionId: summary?.question.id ?? null }];
      }),
    );
  };
}

/** Reads questions by their keys. */
function openChangedQuestions(db: Db) {
  const ids = prepare(db, "change-log", "questionIds");
  const toQuestions = openQuestionReader(db);
  return (
    questionKeys: readonly number[],
    summaries: Summaries,
  ): ReadonlyMap<number, Pick<Change, "questionId" | "question">> => {
    if (questionKeys.length === 0) return new Map();
    const shown = toQuestions(
      questionKeys.flatMap((key) => summaries.find(key) ?? []),
      summaries,
    );
    const questions = new Map(shown.map((question) => [question.questionKey, question]));
    const rows = ids.all(JSON.stringify(questionKeys));
    return new Map(
      rows.map(({ questionKey, id }) => {
        const question = questions.get(questionKey);
        return [questionKey, { questionId: id, ...(question === undefined ? {} : { question }) }];
      }),
    );
  };
}

/** Reads spreads by the keys of their groups. `now` is epoch milliseconds. */
function openChangedSpreads(db: Db, hidden: readonly string[]) {
  const findOpportunities = openOpportunities(db, hidden);
  const findGroups = openGroups(db);
  const findPairs = openImpliedPairs(db);
  return (
    groupKeys: readonly number[],
    query: { readonly platforms: readonly string[]; readonly now: number },
  ): ReadonlyMap<number, ChangedSpread> => {
    if (groupKeys.length === 0) return new Map();
    const opportunities = findOpportunities(groupKeys, query);
    const isSame = (key: number): boolean => toType(key) === "same";
    const others = groupKeys.filter((key) => !opportunities.has(key));
    const groups = new Map([...findGroups(others.filter(isSame)), ...findPairs(others.filter((key) => !isSame(key)))]);
    return new Map(
      groupKeys.map((groupKey): [number, ChangedSpread] => {
        const opportunity = opportunities.get(groupKey);
        if (opportunity !== undefined) {
          const { id, questionId } = opportunity;
          return [groupKey, { groupKey, id, questionId, opportunity }];
        }
        const group = groups.get(groupKey);
        const id = group === undefined ? null : toGroupId(groupKey, group.members);
        return [groupKey, { groupKey, id, questionId: group?.questionId ?? null, opportunity: null }];
      }),
    );
  };
}

/** What rows of the type `moved` name, by seq. */
function openFormers(db: Db) {
  const eventIds = prepare(db, "change-log", "eventIds");
  return (rows: readonly ChangeRow[]): ReadonlyMap<number, Former & Pick<FormerState, "marketKey">> => {
    const moved = rows.filter(({ type }) => type === TYPE_CODES.moved);
    if (moved.length === 0) return new Map();
    const states = moved.map(({ seq, subject }) => ({ seq, ...fromMoved(String(subject)) }));
    const keys = [...new Set(states.map(({ eventKey }) => eventKey))];
    const events = eventIds.all(JSON.stringify(keys));
    const ids = new Map(events.map(({ eventKey, id }) => [eventKey, id]));
    return new Map(states.map(({ seq, eventKey, ...state }) => [seq, { ...state, eventId: ids.get(eventKey) ?? "" }]));
  };
}
