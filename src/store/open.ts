import { openKeys, openStoredPayments, openUsage } from "./accounts/index.ts";
import { openAnalytics } from "./analytics.ts";
import { openArbitrage } from "./arbitrage.ts";
import { openBoard } from "./board.ts";
import { openCompare } from "./compare.ts";
import {
  consistently,
  type Db,
  type Feed,
  isDemo,
  isLogged,
  openDatabase,
  openDataVersion,
  prepare,
  readFeed,
  requireSchema,
  requireWritable,
  sizeOf,
} from "./database/index.ts";
import { openDetails } from "./detail.ts";
import { openEvents } from "./events.ts";
import { openPrices } from "./history/index.ts";
import { openListTables } from "./lists/index.ts";
import { openMarkets } from "./markets.ts";
import { openPopular } from "./popular.ts";
import { openResolved } from "./resolved.ts";
import { openSearch } from "./search.ts";
import { openSources } from "./sources.ts";
import type { Store } from "./store.ts";

/**
 * Opens the database for reading only. The writer has made and migrated it before; throws OperatorError when it has
 * another schema. What is stored of platforms other than `platforms` is kept out of lists and search.
 */
export function openStore(file: string, addonPath: string | undefined, platforms?: readonly string[]): Store {
  const db = openDatabase(file, "read-only", addonPath);
  requireSchema(db, file);
  return readThrough(db, file, platforms);
}

/** The same while the writer is still looking at the file: undefined where it may have something to do first, or to say. */
export function openStoreEarly(
  file: string,
  addonPath: string | undefined,
  { platforms, feed }: { platforms: readonly string[]; feed: Feed },
): Store | undefined {
  let db: Db | undefined;
  try {
    // A reader would leave a log and an index with the file's own mode, which stop the next start too.
    requireWritable(file);
    // To read a long log anew, as after a crash, takes longer than the writer would wait for it.
    if (sizeOf(`${file}-wal`) > MOST_LOG_BYTES) return undefined;
    db = openDatabase(file, "read-only", addonPath);
    requireSchema(db, file);
    if (isLogged(db) && readFeed(db) === feed) return readThrough(db, file, platforms);
  } catch {
    // Whoever opens it next, the writer first, says what is wrong.
  }
  db?.close();
  return undefined;
}

const MOST_LOG_BYTES = 64 * 1024 * 1024;

function readThrough(db: Db, file: string, platforms: readonly string[] | undefined): Store {
  const hidden = platforms === undefined ? [] : findHidden(db, platforms);
  const lists = openListTables(db);
  const probe = db.prepare("SELECT 1 FROM sqlite_schema LIMIT 1");
  return {
    markets: openMarkets(db, lists.markets, hidden),
    events: openEvents(db, lists, hidden),
    board: openBoard(db, lists.markets),
    popular: openPopular(db, lists.markets),
    resolved: openResolved(db),
    details: openDetails(db, lists.markets),
    analytics: openAnalytics(db),
    search: openSearch(db, lists, hidden),
    arbitrage: openArbitrage(db),
    compare: openCompare(db),
    prices: openPrices(db),
    sources: openSources(db, file),
    keys: openKeys(db),
    usage: openUsage(db),
    billing: openStoredPayments(db),
    syncLists: () => consistently(db, () => lists.markets.syncSome() || lists.events.syncSome()),
    isDemo: isDemo(db),
    dataVersion: openDataVersion(db, "told"),
    isReadable: () => {
      try {
        return probe.get() !== undefined;
      } catch {
        return false;
      }
    },
    close: () => db.close(),
  };
}

/** Platforms that have been switched off since some of their markets were stored. */
function findHidden(db: Db, platforms: readonly string[]): string[] {
  const stored = prepare(db, "events", "storedPlatforms").pluck().all() as string[];
  return stored.filter((platform) => !platforms.includes(platform));
}
