import assert from "node:assert/strict";
import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { SharedClock } from "../../src/clock.ts";
import { type Db, openDatabase } from "../../src/store/database/db.ts";
import { readSchemaVersion, schemaVersion } from "../../src/store/database/migrations.ts";
import { temporaryFolder } from "../support/service/process.ts";
import { BUCKET } from "../support/store/buckets.ts";

/** Opens a copy of what a killed process left, as the next start would, so that the next start still has to do it. */
export function openCopy(file: string): Db {
  const copy = join(temporaryFolder(), "copy.db");
  for (const suffix of ["", "-wal"]) if (existsSync(file + suffix)) copyFileSync(file + suffix, copy + suffix);
  return openDatabase(copy, "read-write", undefined);
}

/** Fails unless everything that is kept in two places agrees, and every promise about order holds. */
export function assertSound(db: Db, { now = new SharedClock().now(), version = schemaVersion() } = {}): void {
  const all = (query: string): unknown[] => db.prepare(query).raw().all();
  const one = (query: string): number => Number(db.prepare(query).pluck().get());
  assert.equal(db.pragma("integrity_check", { simple: true }), "ok");
  assert.deepEqual(db.pragma("foreign_key_check"), []);
  assert.equal(readSchemaVersion(db), version);
  assert.deepEqual(all(KEPT_MARKET_COUNTS), all(REAL_MARKET_COUNTS), "counts of markets");
  assert.deepEqual(all(KEPT_EVENT_COUNTS), all(REAL_EVENT_COUNTS), "counts of events");
  assert.deepEqual(all(WRONG_EVENT_TOTALS), [], "totals of events");
  assert.deepEqual(all(KEPT_CLOSED_MARKETS), all(REAL_CLOSED_MARKETS), "closed markets");
  for (const [titles, table, key] of [
    ["market_titles", "markets", "market_key"],
    ["event_titles", "events", "event_key"],
  ] as const) {
    db.exec(`INSERT INTO ${titles} (${titles}) VALUES ('integrity-check')`);
    assert.equal(one(`SELECT count(*) FROM ${titles}`), one(`SELECT count(*) FROM ${table}`), titles);
    const lost = `SELECT id FROM ${table} WHERE ${key} NOT IN (SELECT rowid FROM ${titles}) LIMIT 5`;
    assert.deepEqual(all(lost), [], `${table} without their title`);
  }
  assert.deepEqual(all(UNORDERED_HISTORY), [], "history goes forward in time");
  assert.deepEqual(all(BROKEN_CHAINS), [], "a market leads to its newest point, and each to the one before");
  assert.deepEqual(all(OTHER_LAST_POINTS), [], "the last point of a market is its price");
  const limits: Readonly<Record<string, number>> = {
    "rolled-up-to": one("SELECT coalesce(max(market_key), 0) FROM markets"),
    "kept-bounded-on": now,
  };
  for (const [job, position] of all("SELECT job, position FROM job_positions") as [string, number][]) {
    assert.ok(position >= 0 && position <= (limits[job] ?? Number.POSITIVE_INFINITY), `${job} is at ${position}`);
  }
  assert.equal(one("SELECT count(*) FROM ingest_runs WHERE finished_at < started_at"), 0);
}

const KEPT_MARKET_COUNTS = `
  SELECT platform, category, status, bucket, markets, volume FROM market_counts
  WHERE markets <> 0 OR volume <> 0 ORDER BY 1, 2, 3, 4`;
const REAL_MARKET_COUNTS = `
  SELECT platform, category, status, ${BUCKET}, count(*), sum(volume) FROM markets JOIN market_quotes USING (market_key)
  WHERE yes_price IS NOT NULL GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`;
const KEPT_EVENT_COUNTS = `
  SELECT platform, category, status, events FROM event_counts WHERE events <> 0 ORDER BY 1, 2, 3`;
const REAL_EVENT_COUNTS = `
  SELECT platform, category, status, count(*) FROM events JOIN event_totals USING (event_key) WHERE market_count > 0 GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`;
const KEPT_CLOSED_MARKETS = "SELECT * FROM closed_markets ORDER BY market_key";
const REAL_CLOSED_MARKETS = `
  SELECT market_key, platform, category, status, is_tradable, yes_price, volume, volume_24h, updated_at, closes_at, resolved_at,
    NULL
  FROM markets JOIN market_quotes USING (market_key)
  WHERE status = 'closed' AND yes_price IS NOT NULL ORDER BY market_key`;
const WRONG_EVENT_TOTALS = `
  SELECT platform, id FROM events JOIN event_totals USING (event_key)
  WHERE (market_count, open_market_count, volume, volume_24h) IS NOT (
    SELECT count(*), count(*) FILTER (WHERE status = 'open'), coalesce(sum(volume), 0), coalesce(sum(volume_24h), 0)
    FROM markets JOIN market_quotes USING (market_key)
    WHERE markets.event_key = events.event_key AND yes_price IS NOT NULL
  )`;
/** Points that are not later than the one before; the same second twice is one point once it is folded. */
const UNORDERED_HISTORY = `
  SELECT * FROM (
    SELECT market_key, at, lag(at) OVER (PARTITION BY market_key ORDER BY source, seq) AS before FROM (
      SELECT market_key, at, 0 AS source, at AS seq FROM history_points
      UNION ALL SELECT market_key, at, 1, seq FROM history_recent
      WHERE (market_key, at) NOT IN (SELECT market_key, at FROM history_points)
    )
  ) WHERE at < before LIMIT 5`;
const BROKEN_CHAINS = `
  SELECT market_key, seq FROM (
    SELECT market_key, seq, previous_seq, lag(seq) OVER points AS before, lead(seq) OVER points AS next FROM history_recent
    WINDOW points AS (PARTITION BY market_key ORDER BY seq)
  ) JOIN market_quotes USING (market_key)
  WHERE (before IS NOT NULL AND before IS NOT previous_seq) OR (next IS NULL AND seq IS NOT last_seq) LIMIT 5`;
const OTHER_LAST_POINTS = `
  SELECT markets.platform, markets.id, quotes.yes_price, points.yes_price
  FROM markets JOIN market_quotes AS quotes USING (market_key) LEFT JOIN (
    SELECT market_key, yes_price, row_number() OVER (
      PARTITION BY market_key ORDER BY at DESC, source DESC, seq DESC
    ) AS place FROM (
      SELECT market_key, at, yes_price, 0 AS source, 0 AS seq FROM history_points
      UNION ALL SELECT market_key, at, yes_price, 1, seq FROM history_recent
    )
  ) AS points ON points.market_key = markets.market_key AND place = 1
  WHERE quotes.yes_price IS NOT NULL AND quotes.yes_price IS NOT points.yes_price LIMIT 5`;
