-- Most of what passes change is quotes and volumes, of rows that lie far apart, and for each the whole page around it is
-- written. So these go to small tables first and to the rows later: oldest first, or when anything else of a row changes.
-- `markets` and `events` are what there is now; `market_rows` and `event_rows` are for who writes.
ALTER TABLE markets RENAME TO market_rows;
ALTER TABLE events RENAME TO event_rows;

-- Points that are not in the archive yet stand one after the other as they came, each with the number of the one before of
-- its market: an index over them would be written to at as many places as there are markets. Numbers are never used again,
-- so that of points which have gone to the archive leads nowhere.
INSERT OR REPLACE INTO history_points
SELECT market_key, at, yes_price, volume FROM history_recent ORDER BY market_key, at, seq;
DROP TABLE history_recent;
CREATE TABLE history_recent (
  seq         INTEGER PRIMARY KEY AUTOINCREMENT,
  market_key  INTEGER NOT NULL,
  at          INTEGER NOT NULL,
  yes_price   INTEGER NOT NULL,
  volume      INTEGER NOT NULL,             -- lifetime volume then, in cents
  previous    INTEGER
) STRICT;
ALTER TABLE market_rows ADD COLUMN last_point INTEGER;

CREATE TABLE fresh_quotes (
  market_key     INTEGER PRIMARY KEY REFERENCES market_rows (market_key),
  yes_price      INTEGER CHECK (yes_price BETWEEN 0 AND 1000000),
  price_source   TEXT,
  best_bid       INTEGER,
  best_ask       INTEGER,
  last_price     INTEGER,
  volume         INTEGER NOT NULL,
  volume_24h     INTEGER NOT NULL,
  raw_volume     REAL,
  liquidity      INTEGER,
  open_interest  INTEGER,
  updated_at     INTEGER NOT NULL,
  last_point     INTEGER
) STRICT;

CREATE TABLE fresh_totals (
  event_key   INTEGER PRIMARY KEY REFERENCES event_rows (event_key),
  volume      INTEGER NOT NULL,
  volume_24h  INTEGER NOT NULL,
  updated_at  INTEGER NOT NULL
) STRICT;

CREATE VIEW markets AS
SELECT market_key, event_key, platform, id, title, outcome_label, url, history_key, category, description_crc, status,
  iif(fresh.market_key, fresh.yes_price, market_rows.yes_price) AS yes_price,
  iif(fresh.market_key, fresh.price_source, market_rows.price_source) AS price_source,
  iif(fresh.market_key, fresh.best_bid, market_rows.best_bid) AS best_bid,
  iif(fresh.market_key, fresh.best_ask, market_rows.best_ask) AS best_ask,
  iif(fresh.market_key, fresh.last_price, market_rows.last_price) AS last_price,
  ifnull(fresh.volume, market_rows.volume) AS volume,
  ifnull(fresh.volume_24h, market_rows.volume_24h) AS volume_24h,
  iif(fresh.market_key, fresh.raw_volume, market_rows.raw_volume) AS raw_volume,
  iif(fresh.market_key, fresh.liquidity, market_rows.liquidity) AS liquidity,
  iif(fresh.market_key, fresh.open_interest, market_rows.open_interest) AS open_interest,
  closes_at, created_at, outcome, settlement_price, resolved_at, first_seen_at,
  ifnull(fresh.updated_at, market_rows.updated_at) AS updated_at,
  missing_since, title_rowid, is_listed, iif(fresh.market_key, fresh.last_point, market_rows.last_point) AS last_point,
  fresh.market_key IS NOT NULL AS is_fresh
FROM market_rows
LEFT JOIN fresh_quotes AS fresh USING (market_key);

CREATE VIEW events AS
SELECT event_key, platform, id, title, category, description, url, image_url, starts_at, ends_at, tags, liquidity,
  is_exclusive, is_partial, opened_at, event_rows.updated_at, status, market_count,
  ifnull(fresh.volume, event_rows.volume) AS volume, ifnull(fresh.volume_24h, event_rows.volume_24h) AS volume_24h,
  title_rowid, fresh.event_key IS NOT NULL AS is_fresh
FROM event_rows
LEFT JOIN fresh_totals AS fresh USING (event_key);

DROP VIEW group_quotes;
CREATE VIEW group_quotes AS
SELECT group_key, market_key, platform, category, volume,
  best_bid IS NOT NULL OR best_ask IS NOT NULL AS has_book,
  CASE
    WHEN best_bid IS NULL AND best_ask IS NULL THEN iif(is_inverted, 1000000 - yes_price, yes_price)
    WHEN is_inverted THEN 1000000 - best_bid
    ELSE best_ask
  END AS ask,
  CASE
    WHEN best_bid IS NULL AND best_ask IS NULL THEN iif(is_inverted, 1000000 - yes_price, yes_price)
    WHEN is_inverted THEN 1000000 - best_ask
    ELSE best_bid
  END AS bid
FROM match_groups
CROSS JOIN markets USING (market_key)
WHERE status = 'open' AND yes_price > 10000 AND yes_price < 990000;
