import { listEmbedded, readEmbedded } from "../../src/embedded.ts";
import { type Db, immediately } from "../../src/store/database/db.ts";

export const DAY_MS = 86_400_000;

/** The midnight on which the archive's time begins. */
export const START = Date.UTC(2026, 0, 1);

export const RETENTION = { rawHistoryDays: 3, hourlyHistoryDays: 10 } as const;
export const NEW_POINTS_EACH_DAY = 12;

export const MARKETS = 600;

/** What is inserted as soon as a schema version is reached, by version. */
export type Contents = ReadonlyMap<number, string>;

/** Creates a schema version and fills the tables of the first one, as a program of that time would have. */
export const makeOlder = (db: Db, version: number, contents: Contents = new Map()): void =>
  makeSchema(db, version, new Map([...contents, [1, FIRST_CONTENT + (contents.get(1) ?? "")]]));

/** Creates a schema version by migrations alone. */
export function makeSchema(db: Db, version: number, contents: Contents = new Map()): void {
  const migrations = listEmbedded("sql/migrations").filter((path) => versionOf(path) <= version);
  const applicationId = 0x544f5445;
  db.pragma("auto_vacuum = INCREMENTAL");
  db.pragma("journal_mode = WAL");
  immediately(db, () => {
    for (const path of migrations) {
      db.exec(readEmbedded(path));
      db.exec(contents.get(versionOf(path)) ?? "");
    }
    db.pragma(`user_version = ${version}`);
    db.pragma(`application_id = ${applicationId}`);
  });
}

/** All versions that came before the current one. */
export const olderVersions = (): number[] => listEmbedded("sql/migrations").map(versionOf).slice(0, -1);

const versionOf = (path: string): number => Number(/(\d+)_\w+\.sql$/.exec(path)?.[1]);

const FIRST_CONTENT = `
  INSERT INTO properties VALUES ('feed', 'live');
  INSERT INTO events (event_key, platform, id, title, category, url, tags, is_partial, opened_at, updated_at)
    VALUES (1, 'kalshi', 'E', 'Event', 'politics', 'https://kalshi.com/markets/e', '[]', 0, ${START}, ${START});
  WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${MARKETS})
  INSERT INTO markets (event_key, platform, id, title, url, category, description_crc, status, volume, volume_24h,
    first_seen_at, updated_at)
  SELECT 1, 'kalshi', 'M' || number, 'Market ' || number, 'https://kalshi.com/markets/e', 'politics', 0, 'open', 100, 0,
    ${START}, ${START}
  FROM numbers;
  INSERT INTO market_titles (rowid, title) SELECT market_key, title FROM markets;
  INSERT INTO event_titles (rowid, title) SELECT event_key, title FROM events;
`;
