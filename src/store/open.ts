import { countKeys, listChangedKeys, listNewestKeys, listUsage, listUsageSince } from "./accounts/keys.ts";
import { calibrate, listDisagreements, score, scoreCategory, syncResults, syncSomeResults } from "./accuracy.ts";
import {
  checkScope,
  findAlert,
  listAlerts,
  listNamed,
  listPoints,
  listQuestionPoints,
  listSubjects,
  readAlertFigures,
} from "./alerts/alerts.ts";
import { countByCategory, countByVolume, listDailyVolumes } from "./analytics.ts";
import { canResume, readBounds, readChanges } from "./change-reader.ts";
import { compareMarket, searchComparisons } from "./compare.ts";
import { openDataVersion } from "./database/data-version.ts";
import { consistently, type Db, openDatabase, prepare, usesWal } from "./database/db.ts";
import { requireWritable, sizeOf } from "./database/files.ts";
import { requireSchema } from "./database/migrations.ts";
import { type DataKind, isDemo, readDataKind } from "./database/properties.ts";
import { findDetail } from "./detail.ts";
import { findEvent, listEvents } from "./events.ts";
import { findPrices, samplePrices } from "./history/history.ts";
import { movementsOfMarkets, movementsOfQuestions } from "./history/movements.ts";
import { findLinked, listMarketsBelow, listSimilarIds } from "./links.ts";
import { createLists, refreshSome } from "./lists/listed.ts";
import {
  listMarkets,
  listMoves,
  listOpenMarkets,
  listPopular,
  listResolvedMarkets,
  listUnknownMarkets,
} from "./markets.ts";
import { findPairToReview, hasMatched, listDecisions, listPairsToReview, listReports } from "./matching/reviews.ts";
import { createFigures, refreshSomeFigures } from "./questions/figures.ts";
import {
  findQuestion,
  findQuestionHistory,
  findQuestionsOfMarkets,
  listQuestionIds,
  listQuestions,
  resolveQuestionIds,
} from "./questions/questions.ts";
import { findClosestText, search } from "./search/search.ts";
import { auditMatches, countMatches, listPassDays, listPasses, listReads, listSources } from "./sources.ts";
import { type ArbitrageQuery, listOpportunities } from "./spreads/arbitrage.ts";
import { findBookRefusal, findMarketBooks } from "./spreads/books.ts";
import { createTopics, refreshSomeTopics } from "./topics/figures.ts";
import { listMovers, listResults } from "./topics/movers.ts";
import { findTopic, listTopics } from "./topics/topics.ts";
import { countWaiting, findNextMessage, listDeliveriesOf, listDueWebhooks } from "./webhooks/deliveries.ts";
import { getWebhook, listDeliveries, listFailingWebhooks, listWebhooks } from "./webhooks/webhooks.ts";

/** Everything the API and the pages can read. One method is one answer: all it says is of one moment. */
export type Store = ReturnType<typeof readThrough>;

/**
 * Opens the database for reading only. The writer has made and migrated it before; throws OperatorError when it has
 * another schema. What is stored of platforms other than `platforms` is kept out of lists and search.
 */
export function openStore(file: string, addonPath: string | undefined, platforms?: readonly string[]): Store {
  const db = openDatabase(file, "read-only", addonPath);
  requireSchema(db, file);
  return readThrough(db, platforms);
}

/** Opens the store before the writer has; undefined when the writer may have to migrate, recover or refuse the file. */
export function openStoreEarly(
  file: string,
  addonPath: string | undefined,
  { platforms, kind }: { platforms: readonly string[]; kind: DataKind },
): Store | undefined {
  let db: Db | undefined;
  try {
    // In a read-only folder a reader would leave a WAL and an index that stop the next start too.
    requireWritable(file);
    // Recovering a long WAL, as after a crash, takes longer than the writer would wait.
    if (sizeOf(`${file}-wal`) > MAX_WAL_BYTES) return undefined;
    db = openDatabase(file, "read-only", addonPath);
    requireSchema(db, file);
    if (usesWal(db) && readDataKind(db) === kind) return readThrough(db, platforms);
  } catch {
    // The writer opens it next and says what is wrong.
  }
  db?.close();
  return undefined;
}

const MAX_WAL_BYTES = 64 * 1024 * 1024;

function readThrough(db: Db, platforms: readonly string[] | undefined) {
  const hidden = platforms === undefined ? [] : findHidden(db, platforms);
  createLists(db, hidden);
  createFigures(db);
  createTopics(db);
  const probe = db.prepare("SELECT 1 FROM sqlite_schema LIMIT 1");
  return {
    /** The connection, for functions of the store. */
    db,
    markets: bind(db, {
      list: listMarkets,
      listResolved: listResolvedMarkets,
      listMoves,
      listOpen: listOpenMarkets,
      listUnknown: listUnknownMarkets,
    }),
    events: bind(db, { find: findEvent, list: listEvents }),
    movements: bind(db, { ofQuestions: movementsOfQuestions, ofMarkets: movementsOfMarkets }),
    popular: bind(db, { list: listPopular }),
    details: {
      find: (platform: string, id: string, now: number) => findDetail(db, { platform, id, now, hidden }),
    },
    analytics: bind(db, { countByCategory, countByVolume, listDailyVolumes }),
    accuracy: bind(db, { calibrate, score, scoreCategory, listDisagreements, sync: syncResults }),
    search: bind(db, { find: search, findClosest: findClosestText }),
    links: bind(db, { listBelow: listMarketsBelow, find: findLinked, listSimilar: listSimilarIds }),
    questions: bind(db, {
      list: listQuestions,
      listIds: listQuestionIds,
      find: findQuestion,
      history: findQuestionHistory,
      resolve: resolveQuestionIds,
      ofMarkets: findQuestionsOfMarkets,
    }),
    topics: bind(db, { list: listTopics, find: findTopic, listMovers, listResults }),
    /** Pairs for the operator to decide. */
    review: bind(db, { list: listPairsToReview, find: findPairToReview, isFinished: hasMatched, listDecisions }),
    /** What visitors say is no match. */
    reports: bind(db, { list: listReports }),
    arbitrage: { list: (query: ArbitrageQuery) => listOpportunities(db, hidden, query) },
    books: bind(db, { ofMarkets: findMarketBooks }),
    compare: bind(db, { search: searchComparisons, find: compareMarket }),
    prices: bind(db, { find: findPrices, sample: samplePrices }),
    sources: bind(db, {
      list: listSources,
      listReads,
      listPasses,
      listPassDays,
      findBookRefusal,
      countMatches,
      auditMatches,
    }),
    changes: {
      bounds: () => readBounds(db),
      canResume: (after: number) => canResume(db, after),
      read: (after: number, limit: number, now: number) => readChanges(db, { after, limit, now }, hidden),
    },
    keys: bind(db, { listNewest: listNewestKeys, count: countKeys, listChanged: listChangedKeys }),
    webhooks: bind(db, {
      listDue: listDueWebhooks,
      findNext: findNextMessage,
      count: countWaiting,
      get: getWebhook,
      listOf: listDeliveriesOf,
      list: listWebhooks,
      listFailing: listFailingWebhooks,
      listDeliveries,
    }),
    alerts: bind(db, {
      list: listAlerts,
      find: findAlert,
      figures: readAlertFigures,
      checkScope,
      listQuestionPoints,
      listPoints,
      listSubjects,
      listNamed,
    }),
    usage: bind(db, { listSince: listUsageSince, list: listUsage }),
    /** Takes some committed changes, and some of what the time changes, into the lists in memory; true while more are left. */
    syncLists: (now: number) =>
      consistently(
        db,
        () => refreshSome(db, now) || refreshSomeFigures(db) || refreshSomeTopics(db) || syncSomeResults(db),
      ),
    /** True for a database of demo data. */
    isDemo: isDemo(db),
    /**
     * Changes with everything the other methods read, but for keys, usage and payments, within a second; undefined while
     * nothing can be read.
     */
    dataVersion: openDataVersion(db),
    /** Whether the database answers a read; never throws. */
    isReadable: () => {
      try {
        return probe.get() !== undefined;
      } catch {
        return false;
      }
    },
    close: (): void => void db.close(),
  };
}

/** Platforms that have been switched off since some of their markets were stored. */
function findHidden(db: Db, platforms: readonly string[]): string[] {
  const stored = prepare(db, "events", "storedPlatforms").pluck().all();
  return stored.filter((platform) => !platforms.includes(platform));
}

/** A function of the store: what it reads or writes, and how. */
type StoreFunction = (db: Db, ...args: never[]) => unknown;

/** The same functions over one connection, without their first argument. */
type Bound<F extends Readonly<Record<string, StoreFunction>>> = {
  readonly [Name in keyof F]: F[Name] extends (db: Db, ...args: infer Args) => infer Result
    ? (...args: Args) => Result
    : never;
};

/** Gives functions their connection, so that a caller needs none. */
function bind<F extends Readonly<Record<string, StoreFunction>>>(db: Db, functions: F): Bound<F> {
  const bound = Object.entries(functions).map(([name, run]) => [name, run.bind(undefined, db)]);
  return Object.fromEntries(bound) as Bound<F>;
}
