import assert from "node:assert/strict";
import type { Db } from "../../../src/store/database/db.ts";

type Query = (text: string) => Promise<Record<string, unknown>[]>;
type Row = readonly (string | number | null)[];

const ms = (column: string): string => `(extract(epoch FROM ${column}) * 1000)::float8 AS ${column}`;

/** What each table must hold, by a statement for either side. Numbers are compared as such, truth as 0 and 1. */
const TABLES: Readonly<Record<string, { ours: string; theirs: string }>> = {
  events: {
    ours: `SELECT event_key, platform, id, title, category, url, image_url, starts_at, ends_at, tags, liquidity / 100.0,
        is_exclusive, is_partial, market_count, open_market_count, volume / 100.0, volume_24h / 100.0, updated_at
      FROM events JOIN event_totals USING (event_key) ORDER BY 1`,
    theirs: `SELECT event_key::float8, platform, id, title, category, url, image_url, ${ms("starts_at")}, ${ms("ends_at")}, tags,
        liquidity::float8, is_exclusive::int, is_partial::int, market_count::float8, open_market_count::float8,
        volume::float8, volume_24h::float8, ${ms("updated_at")}
      FROM toteboard.events ORDER BY 1`,
  },
  markets: {
    ours: `SELECT market_key, event_key, platform, id, title, outcome_label, url, category, status, yes_price / 1e6, price_source,
        best_bid / 1e6, best_ask / 1e6, last_price / 1e6, volume / 100.0, volume_24h / 100.0, liquidity / 100.0,
        open_interest / 100.0, closes_at, created_at, first_seen_at, updated_at
      FROM markets JOIN market_quotes USING (market_key) WHERE yes_price IS NOT NULL ORDER BY 1`,
    theirs: `SELECT market_key::float8, event_key::float8, platform, id, title, outcome_label, url, category, status,
        yes_price::float8, price_source, best_bid::float8, best_ask::float8, last_price::float8, volume::float8,
        volume_24h::float8, liquidity::float8, open_interest::float8, ${ms("closes_at")}, ${ms("created_at")},
        ${ms("first_seen_at")}, ${ms("updated_at")}
      FROM toteboard.markets ORDER BY 1`,
  },
  questions: {
    ours: "SELECT question_key, id, market_key, changed_at FROM questions WHERE group_key IS NOT NULL ORDER BY 1",
    theirs: `SELECT question_key::float8, id, market_key::float8, ${ms("changed_at")} FROM toteboard.questions ORDER BY 1`,
  },
  matches: {
    ours: `WITH pairs AS (
        SELECT a.group_key, a_market_key, b_market_key, score FROM matches
        JOIN match_groups AS a ON a.market_key = a_market_key
        JOIN match_groups AS b ON b.market_key = b_market_key AND b.group_key = a.group_key
      ),
      weakest AS MATERIALIZED (SELECT group_key, min(score) AS score FROM pairs GROUP BY group_key)
      SELECT question_key, members.market_key, is_inverted, iif(
        members.market_key = questions.market_key,
        1,
        ifnull(
          (
            SELECT score FROM matches WHERE members.market_key IN (a_market_key, b_market_key)
              AND questions.market_key IN (a_market_key, b_market_key)
          ),
          weakest.score
        ) / 1e6
      )
      FROM question_members AS members JOIN questions ON questions.id = question_id
      JOIN weakest ON weakest.group_key = members.group_key ORDER BY 1, 2`,
    theirs: `SELECT question_key::float8, market_key::float8, is_inverted::int, score::float8 FROM toteboard.matches
      ORDER BY 1, 2`,
  },
  resolutions: {
    ours: `SELECT market_key, outcome, settlement_price / 1e6, resolved_at
      FROM markets JOIN market_quotes USING (market_key)
      WHERE yes_price IS NOT NULL AND resolved_at IS NOT NULL ORDER BY 1`,
    theirs: `SELECT market_key::float8, outcome, settlement_price::float8, ${ms("resolved_at")}
      FROM toteboard.resolutions ORDER BY 1`,
  },
  changes: {
    ours: `SELECT seq, at, CAST(subject AS TEXT) FROM feed_changes WHERE type BETWEEN 1 AND 8 AND seq > @since ORDER BY 1`,
    theirs: `SELECT seq::float8, ${ms("at")}, subject FROM toteboard.changes ORDER BY 1`,
  },
};

const POINTS = `SELECT market_key, at, yes_price, volume, observed_from FROM history_points LEFT JOIN history_backfills USING (market_key)`;
const RECENT = `SELECT market_key, at, yes_price, volume, observed_from FROM history_recent LEFT JOIN history_backfills USING (market_key)
  ORDER BY seq`;

/** Single price changes, as [market, time, price, volume]; of several in one second the last. */
function readPoints(db: Db): Row[] {
  const rows = new Map<string, Row>();
  for (const text of [POINTS, RECENT]) {
    for (const row of db.prepare(text).raw().iterate() as Iterable<number[]>) {
      const [marketKey = 0, at = 0, price = 0, volume = 0, observedFrom = 0] = row;
      const seen = at < observedFrom ? null : volume / 100;
      rows.set(`${marketKey} ${at}`, [marketKey, at * 1000, price / 1e6, seen]);
    }
  }
  return [...rows.values()].sort((a, b) => Number(a[0]) - Number(b[0]) || Number(a[1]) - Number(b[1]));
}

/** Fails unless the mirror has the rows of a database, one by one. Gives how many rows were compared. */
export async function assertMirrored(db: Db, query: Query): Promise<number> {
  let compared = 0;
  // Those from before the copy began are not in the mirror.
  const [first] = await query("SELECT coalesce(min(seq), 9e15)::float8 - 1 AS since FROM toteboard.changes");
  const since = Number(first?.since);
  for (const [table, { ours, theirs }] of Object.entries(TABLES)) {
    const statement = db.prepare(ours).raw();
    const expected = (table === "changes" ? statement.all({ since }) : statement.all()) as Row[];
    assertSame(
      table,
      (await query(theirs)).map((row) => Object.values(row) as unknown as Row),
      expected,
    );
    compared += expected.length;
  }
  const prices = await query(
    `SELECT market_key::float8, ${ms("at")}, yes_price::float8, volume::float8 FROM toteboard.prices WHERE span = 0 ORDER BY 1, 2`,
  );
  const expected = readPoints(db);
  assertSame(
    "prices",
    prices.map((row) => Object.values(row) as unknown as Row),
    expected,
  );
  return compared + expected.length;
}

/** A whole diff of thousands of rows takes minutes: the first rows that differ say enough. */
function assertSame(table: string, found: readonly Row[], expected: readonly Row[]): void {
  // PostgreSQL stores no text with a zero byte.
  const texts = new Set(expected.map((row) => JSON.stringify(row).replaceAll("\\u0000", "")));
  const others = new Set(found.map((row) => JSON.stringify(row)));
  assert.deepEqual(
    {
      rows: found.length,
      extra: [...others].filter((row) => !texts.has(row)).slice(0, 5),
      missing: [...texts].filter((row) => !others.has(row)).slice(0, 5),
    },
    { rows: expected.length, extra: [], missing: [] },
    `${table} of the mirror`,
  );
}
