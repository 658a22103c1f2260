import { readEmbedded } from "../../src/embedded.ts";
import type { Db } from "../../src/store/database/db.ts";
import { type DatabaseSchema, migrate, schemaVersion } from "../../src/store/database/migrations.ts";

export const DAY_MS = 86_400_000;

/** The midnight on which the archive's time begins. */
export const START = Date.UTC(2026, 0, 1);

export const RETENTION = { retentionCron: "0 0 * * *", rawHistoryDays: 3, hourlyHistoryDays: 10 } as const;
export const NEW_POINTS_EACH_DAY = 12;

export const MARKETS = 600;

/** Creates this program's schema and fills the tables of markets. */
export function makeArchive(db: Db, content = ""): void {
  migrate(db, db.name);
  db.exec(MARKET_ROWS + content);
}

const MARKET_ROWS = `
  INSERT INTO properties VALUES ('feed', 'live');
  INSERT INTO events (event_key, platform, id, title, category, url, tags, is_partial, opened_at, updated_at)
    VALUES (1, 'kalshi', 'E', 'Event', 'politics', 'https://kalshi.com/markets/e', '[]', 0, ${START}, ${START});
  INSERT INTO event_totals VALUES (1, 0, 0, 0, 0);
  WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${MARKETS})
  INSERT INTO markets (market_key, event_key, platform, id, title, url, category, description_crc, status,
    first_seen_at)
  SELECT number, 1, 'kalshi', 'M' || number, 'Market ' || number, 'https://kalshi.com/markets/e', 'politics', 0, 'open',
    ${START}
  FROM numbers;
  INSERT INTO market_quotes (market_key, volume, volume_24h, updated_at)
    SELECT market_key, 100, 0, ${START} FROM markets;
  INSERT INTO market_titles (rowid, title) SELECT market_key, title FROM markets;
  INSERT INTO event_titles (rowid, title) SELECT event_key, title FROM events;
`;

/** The two versions after this program's, made up: new tables with rows of old ones, new columns with values, an index. */
export const LATER_MIGRATIONS = [
  `
  CREATE TABLE made_up_names (market_key INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
  INSERT INTO made_up_names SELECT market_key, platform || ' ' || id FROM markets;
  CREATE UNIQUE INDEX made_up_names_by_name ON made_up_names (name);
  ALTER TABLE keys ADD COLUMN made_up TEXT NOT NULL DEFAULT 'none';`,
  `
  ALTER TABLE markets ADD COLUMN made_up INTEGER;
  UPDATE markets SET made_up = market_key * 2;
  DROP TABLE made_up_names;
  CREATE TABLE made_up_titles (title TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  INSERT INTO made_up_titles SELECT title FROM markets;`,
].map((text, index) => ({ version: schemaVersion() + index + 1, text }));

/** What a program of the last of those versions makes databases of. */
export const LATER_SCHEMA: DatabaseSchema = {
  text: [readEmbedded("sql/schema.sql"), ...LATER_MIGRATIONS.map(({ text }) => text)].join("\n"),
  migrations: LATER_MIGRATIONS,
};

export const LATER_VERSION = schemaVersion() + LATER_MIGRATIONS.length;
