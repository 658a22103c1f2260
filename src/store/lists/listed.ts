// What is listed, for the connection that reads: open markets and events as tables in memory, filled from the file and kept up
// with it by the log of changes; closed markets as the file has them.

import { DAY_MS } from "../../clock.ts";
import { type Db, prepare, prepareText, type TypesOfRow, type Value } from "../database/db.ts";
import { findReferences } from "../history/changes.ts";
import { readPriceAges } from "../runs.ts";

/**
 * What is listed of platforms that are shown: markets with a price, and events that have one of these. Open markets change all
 * the time, so that their orders would cost the file much; reading 60,000 of these narrow rows takes some milliseconds. The
 * orders that most requests ask for have indexes. Which one is read, list-query.ts says.
 */
const TABLES = `
CREATE TEMP TABLE hidden_platforms (platform TEXT PRIMARY KEY) WITHOUT ROWID;

CREATE TEMP TABLE open_markets (
  market_key     INTEGER PRIMARY KEY,
  event_key      INTEGER NOT NULL,
  platform       TEXT NOT NULL,
  category       TEXT NOT NULL,
  status         TEXT AS ('open'),
  is_tradable    INTEGER NOT NULL,
  yes_price      INTEGER NOT NULL,
  volume         INTEGER NOT NULL,
  volume_24h     INTEGER NOT NULL,
  updated_at     INTEGER NOT NULL,
  closes_at      INTEGER,
  resolved_at    INTEGER AS (NULL),
  is_stale       INTEGER NOT NULL,            -- 1 while its price is no present one
  day_ago_price  INTEGER,                     -- null where it is not known
  day_ago_until  INTEGER DEFAULT 0,           -- when to look that up again; null: once there is another price
  change_24h     INTEGER AS (iif(is_stale, NULL, yes_price - day_ago_price))
);
-- Orders of lists where none is asked for, and of the board. First pages are read at once, with any facets.
CREATE INDEX temp.open_markets_by_volume ON open_markets (
  volume DESC, market_key, platform, category, is_tradable, yes_price
);
CREATE INDEX temp.open_markets_by_volume_24h ON open_markets (
  volume_24h DESC, market_key, platform, category, is_tradable, yes_price, volume
);
CREATE INDEX temp.open_markets_due ON open_markets (day_ago_until);

-- All listed markets, one by one.
CREATE TEMP VIEW listed_markets AS
SELECT market_key, markets.event_key, markets.platform, markets.category, markets.status, markets.is_tradable,
  market_quotes.yes_price, market_quotes.volume, market_quotes.volume_24h, market_quotes.updated_at, markets.closes_at,
  markets.resolved_at, ifnull(is_stale, 0) AS is_stale, change_24h
FROM main.markets CROSS JOIN main.market_quotes USING (market_key) LEFT JOIN temp.open_markets USING (market_key)
WHERE market_quotes.yes_price IS NOT NULL AND markets.platform NOT IN (SELECT platform FROM temp.hidden_platforms);

-- Markets that have changed, or whose price has become stale or moved by another figure. A row stays no longer than triggers
-- take to note it for the figures of questions and topics.
CREATE TEMP TABLE touched_markets (
  market_key   INTEGER PRIMARY KEY,
  event_key    INTEGER NOT NULL,
  is_relisted  INTEGER NOT NULL               -- 1 where it may have come into the lists or left them
);

CREATE TEMP TABLE listed_events (
  event_key     INTEGER PRIMARY KEY,
  platform      TEXT NOT NULL,
  category      TEXT NOT NULL,
  status        TEXT NOT NULL,
  volume        INTEGER NOT NULL,
  volume_24h    INTEGER NOT NULL,
  market_count  INTEGER NOT NULL,
  opened_at     INTEGER NOT NULL
);
-- As above. The search reads the best known hits from it.
CREATE INDEX temp.listed_events_by_volume ON listed_events (volume DESC, event_key, status, platform, category);

-- How far the tables have followed the file. It is a row, so that a transaction that fails takes it back with the tables.
CREATE TEMP TABLE list_state (
  seq         INTEGER,                        -- of the newest change; null before anything was read
  market_key  INTEGER NOT NULL DEFAULT 0,     -- all up to these keys were read
  event_key   INTEGER NOT NULL DEFAULT 0,
  is_again    INTEGER NOT NULL DEFAULT 0,     -- 1 once changes were missed, and all is read again
  stale       TEXT NOT NULL DEFAULT '{"platforms":[],"fresher":[]}',  -- OldPrices that is_stale follows
  moved_at    INTEGER NOT NULL DEFAULT 0      -- the time that day_ago_price was last looked up for
);
INSERT INTO list_state DEFAULT VALUES;
`;

/** Makes the tables on a connection, empty; rows of `hidden` platforms never come into them. */
export function createLists(db: Db, hidden: readonly string[]): void {
  db.exec(TABLES);
  prepareText(db, "INSERT INTO hidden_platforms SELECT value FROM json_each(?)").run(JSON.stringify(hidden));
}

/** How much one call takes in. */
interface Step {
  /** Keys of the file while the tables are filled. */
  readonly keys: number;
  readonly changes: number;
  /** Markets whose price of 24 hours ago is looked up. */
  readonly markets: number;
}

/** Each part takes some milliseconds. */
const SMALL_STEP: Step = { keys: 2000, changes: 500, markets: 100 };
/** Prices of the past that a request waits for; after a start there are more, which are looked up between requests. */
const WHOLE: Step = { keys: Number.MAX_SAFE_INTEGER, changes: Number.MAX_SAFE_INTEGER, markets: 2000 };

/**
 * Takes in all that was committed, and what the time changes: staleness, and moves of 24 hours. Costs little where nothing
 * happened. `now` is epoch milliseconds; the caller holds the transaction.
 */
export function refreshLists(db: Db, now: number): void {
  refreshRows(db);
  followTime(db, now, WHOLE);
}

/** Takes in all that was committed, for lists that neither staleness nor moves matter to. */
export const refreshRows = (db: Db): void => void followFile(db, WHOLE);

/** Takes in a part of the same, so that no request waits for it; true while more is left. */
export const refreshSome = (db: Db, now: number): boolean =>
  followFile(db, SMALL_STEP) || followTime(db, now, SMALL_STEP);

interface ListState {
  readonly seq: number | null;
  readonly market_key: number;
  readonly event_key: number;
  readonly is_again: number;
  readonly stale: string;
  readonly moved_at: number;
}

interface StateTypes extends Omit<TypesOfRow<ListState>, "missing"> {
  readonly missing: never;
}

const readState = (db: Db): ListState => prepareText<StateTypes>(db, "SELECT * FROM list_state").get();

/** Takes in changes, and rows that were not read yet; true while some are left. */
function followFile(db: Db, step: Step): boolean {
  const newest = Number(prepare(db, "change-log", "lastSeq").pluck().get() ?? 0);
  const seq = startAt(db, newest);
  const to =
    newest - seq <= step.changes
      ? newest
      : Number(prepare(db, "change-log", "seqAfter").pluck().get(seq, step.changes));
  if (to !== seq) followChanges(db, seq, to);
  const state = readState(db);
  const isFilled = fillTable(db, "market", state, step.keys) && fillTable(db, "event", state, step.keys);
  return !isFilled || to < newest;
}

/** The seq that changes are to be followed from. A reader that has missed some begins again. */
function startAt(db: Db, newest: number): number {
  const { seq } = readState(db);
  if (seq === newest) return seq;
  const first = Number(prepare(db, "change-log", "firstSeq").pluck().get() ?? 0);
  if (seq !== null && seq < newest && first <= seq) return seq;
  db.exec("DELETE FROM open_markets; DELETE FROM listed_events");
  prepareText(db, "UPDATE list_state SET seq = ?, market_key = 0, event_key = 0, is_again = ?").run(
    newest,
    Number(seq !== null),
  );
  return newest;
}

/** Reads more rows of the file; true once all are read. */
function fillTable(db: Db, noun: "market" | "event", state: ListState, keys: number): boolean {
  const after = state[`${noun}_key`];
  const last = Number(prepareText(db, `SELECT max(${noun}_key) FROM ${noun}s`).pluck().get() ?? 0);
  if (last <= after) return true;
  const to = Math.min(last, after + keys);
  const put = noun === "market" ? putMarkets : putEvents;
  const isAmong = `${noun}_key > @after AND ${noun}_key <= @to`;
  prepareText(db, put(isAmong)).run({ after, to });
  if (noun === "market" && state.is_again)
    touch(db, `SELECT market_key, event_key, 1 FROM markets WHERE ${isAmong}`, { after, to });
  prepareText(db, `UPDATE list_state SET ${noun}_key = ?`).run(to);
  return to === last;
}

const changed = (key: string, types: string): string =>
  `${key} IN (SELECT subject FROM feed_changes WHERE seq > @after AND seq <= @to AND type ${types})`;

/** The numbers are those of TYPE_CODES: price to resolved; past; event. */
const CHANGED_MARKETS = changed("market_key", "BETWEEN 1 AND 4");
const CHANGED_PASTS = changed("market_key", "= 10");
const CHANGED_EVENTS = changed("event_key", "= 8");

function followChanges(db: Db, after: number, to: number): void {
  const texts = [
    `DELETE FROM open_markets WHERE ${CHANGED_MARKETS} AND NOT EXISTS (
      SELECT 1 FROM markets CROSS JOIN market_quotes USING (market_key)
      WHERE markets.market_key = open_markets.market_key AND ${IS_OPEN}
    )`,
    putMarkets(CHANGED_MARKETS),
    // A past that was written later may have the price of a market that had none.
    `UPDATE open_markets SET day_ago_until = 0 WHERE ${CHANGED_PASTS}`,
    `DELETE FROM listed_events WHERE ${CHANGED_EVENTS}
      AND event_key IN (SELECT event_key FROM event_totals WHERE event_key = listed_events.event_key AND market_count = 0)`,
    putEvents(CHANGED_EVENTS),
  ];
  for (const text of texts) prepareText(db, text).run({ after, to });
  touch(db, TOUCHED_BY_CHANGES, { after, to });
  prepareText(db, "UPDATE list_state SET seq = ?").run(to);
}

const TOUCHED_BY_CHANGES = `
SELECT market_key, event_key, max(type = 3) OR yes_price IS NULL
FROM feed_changes CROSS JOIN markets ON market_key = subject CROSS JOIN market_quotes USING (market_key)
WHERE seq > @after AND seq <= @to AND type BETWEEN 1 AND 4
GROUP BY market_key`;

/** Has the triggers of touched_markets run for rows that a statement gives. */
function touch(db: Db, rows: string, values: Readonly<Record<string, Value>>): void {
  const { changes } = prepareText(db, `INSERT INTO touched_markets ${rows}`).run(values);
  if (changes > 0) prepareText(db, "DELETE FROM touched_markets").run();
}

/** Whether the price of an open market is stale, by two parameters or columns that hold JSON arrays. */
const isStale = (platforms: string, fresher: string): string =>
  `(platform IN (SELECT value FROM json_each(${platforms})) AND market_key NOT IN (SELECT value FROM json_each(${fresher})))`;

const KNOWN_STALE = isStale(
  "(SELECT stale ->> 'platforms' FROM list_state)",
  "(SELECT stale ->> 'fresher' FROM list_state)",
);

const IS_OPEN = "status = 'open' AND yes_price IS NOT NULL";

/** A market without another price until now may have one in 24 hours, so its price of then is looked up again. */
const putMarkets = (which: string): string => `
INSERT INTO open_markets (
  market_key, event_key, platform, category, is_tradable, yes_price, volume, volume_24h, updated_at, closes_at, is_stale
)
SELECT market_key, event_key, platform, category, is_tradable, yes_price, volume, volume_24h, updated_at, closes_at,
  ${KNOWN_STALE}
FROM markets CROSS JOIN market_quotes USING (market_key)
WHERE ${which} AND ${IS_OPEN} AND platform NOT IN (SELECT platform FROM hidden_platforms)
ON CONFLICT DO UPDATE SET event_key = excluded.event_key, category = excluded.category, is_tradable = excluded.is_tradable,
  yes_price = excluded.yes_price, volume = excluded.volume, volume_24h = excluded.volume_24h,
  updated_at = excluded.updated_at, closes_at = excluded.closes_at, is_stale = excluded.is_stale,
  day_ago_until = ifnull(day_ago_until, 0)`;

const putEvents = (which: string): string => `
INSERT OR REPLACE INTO listed_events
SELECT event_key, platform, category, status, volume, volume_24h, market_count, opened_at
FROM events CROSS JOIN event_totals USING (event_key)
WHERE ${which} AND market_count > 0 AND platform NOT IN (SELECT platform FROM hidden_platforms)`;

/** Requests that came earlier may be answered later. */
const MAX_BACK_MS = 60_000;

/** Looked up by one statement. */
const BATCH_MARKETS = 1000;

/** Marks what is stale, and looks up prices of 24 hours ago that have changed; true while some are left. */
function followTime(db: Db, now: number, step: Step): boolean {
  const state = readState(db);
  followStaleness(db, now, state);
  const due = prepareText(
    db,
    "SELECT market_key FROM open_markets INDEXED BY open_markets_due WHERE day_ago_until <= ? LIMIT (SELECT ?)",
  );
  // Of a clock that was set back.
  if (now < state.moved_at - MAX_BACK_MS) db.exec("UPDATE open_markets SET day_ago_until = 0");
  if (now !== state.moved_at) prepareText(db, "UPDATE list_state SET moved_at = ?").run(now);
  for (let left = step.markets; left > 0; left -= BATCH_MARKETS) {
    const limit = Math.min(left, BATCH_MARKETS);
    const keys = due.pluck().all(now, limit).map(Number);
    lookUp(db, keys, now);
    if (keys.length < limit) return false;
  }
  return true;
}

function lookUp(db: Db, marketKeys: readonly number[], now: number): void {
  if (marketKeys.length === 0) return;
  const found = findReferences(db, marketKeys, now - DAY_MS);
  const prices = JSON.stringify(found.map(({ marketKey, price }) => [marketKey, price]));
  touch(
    db,
    `SELECT market_key, event_key, 0 FROM json_each(@prices) CROSS JOIN open_markets ON market_key = value ->> 0
    WHERE day_ago_price IS NOT value ->> 1`,
    { prices },
  );
  const save = prepareText(db, "UPDATE open_markets SET day_ago_price = ?, day_ago_until = ? WHERE market_key = ?");
  for (const { marketKey, price, nextAt } of found) {
    save.run(price, nextAt === null ? null : nextAt * 1000 + DAY_MS, marketKey);
  }
}

function followStaleness(db: Db, now: number, { stale: before }: ListState): void {
  const { platforms, fresher } = readPriceAges(db, now).listStale();
  const stale = { platforms: [...platforms], fresher: [...fresher] };
  const text = JSON.stringify(stale);
  if (text === before) return;
  const values = { platforms: JSON.stringify(stale.platforms), fresher: JSON.stringify(stale.fresher) };
  const isOther = `is_stale <> ${isStale("@platforms", "@fresher")}`;
  touch(db, `SELECT market_key, event_key, 0 FROM open_markets WHERE ${isOther}`, values);
  prepareText(db, `UPDATE open_markets SET is_stale = 1 - is_stale WHERE ${isOther}`).run(values);
  prepareText(db, "UPDATE list_state SET stale = ?").run(text);
}
