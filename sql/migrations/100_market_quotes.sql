-- What passes change of nearly every market and event moves to narrow tables, so that a pass writes few pages. The writer
-- alone keeps all that depends on a market (store/catalogue/market-writer.ts), so triggers over markets and events go.
DROP TRIGGER market_counted_on_insert;
DROP TRIGGER market_counted_on_update;
DROP TRIGGER event_counted_on_update;
DROP TRIGGER spreads_follow_status;
DROP TRIGGER question_queued_on_insert;
DROP TRIGGER question_queued_on_update;
DROP TRIGGER question_queued_on_event;
DROP TRIGGER market_changed_on_insert;
DROP TRIGGER market_changed_on_update;
DROP TRIGGER event_changed_on_insert;
DROP TRIGGER event_changed_on_update;
DROP TRIGGER spreads_follow_joining;
DROP TRIGGER spreads_follow_moving;
DROP TRIGGER spreads_follow_leaving;

CREATE TABLE market_quotes (
  market_key     INTEGER PRIMARY KEY REFERENCES market_rows (market_key),
  yes_price      INTEGER CHECK (yes_price BETWEEN 0 AND 1000000),   -- null for a market that is not listed
  price_source   TEXT,
  best_bid       INTEGER,
  best_ask       INTEGER,
  last_price     INTEGER,
  volume         INTEGER NOT NULL,
  volume_24h     INTEGER NOT NULL,
  raw_volume     REAL,                      -- in the platform's own unit
  liquidity      INTEGER,
  open_interest  INTEGER,
  updated_at     INTEGER NOT NULL,          -- when anything published of the market last changed
  last_seq       INTEGER,                   -- of its newest point in history_recent
  has_price      INTEGER GENERATED ALWAYS AS (yes_price IS NOT NULL) VIRTUAL
) STRICT;
-- Includes the quotes that wait in fresh_quotes.
INSERT INTO market_quotes
SELECT market_key, yes_price, price_source, best_bid, best_ask, last_price, volume, volume_24h, raw_volume, liquidity,
  open_interest, updated_at, last_point
FROM markets
ORDER BY market_key;

-- Sums over the listed markets of an event. An event without any is not listed.
CREATE TABLE event_totals (
  event_key          INTEGER PRIMARY KEY REFERENCES event_rows (event_key),
  market_count       INTEGER NOT NULL,
  open_market_count  INTEGER NOT NULL,
  volume             INTEGER NOT NULL,
  volume_24h         INTEGER NOT NULL,
  status             TEXT GENERATED ALWAYS AS (iif(open_market_count > 0, 'open', 'closed')) VIRTUAL
) STRICT;
-- Sums and counts are made from the rows: from now on the writer only adds differences to them.
INSERT INTO event_totals
SELECT event_rows.event_key, count(market_quotes.yes_price),
  count(market_quotes.yes_price) FILTER (WHERE market_rows.status = 'open'),
  coalesce(sum(market_quotes.volume) FILTER (WHERE market_quotes.yes_price IS NOT NULL), 0),
  coalesce(sum(market_quotes.volume_24h) FILTER (WHERE market_quotes.yes_price IS NOT NULL), 0)
FROM event_rows
LEFT JOIN market_rows USING (event_key)
LEFT JOIN market_quotes USING (market_key)
GROUP BY event_rows.event_key;

DELETE FROM event_counts;
INSERT INTO event_counts
SELECT platform, category, event_totals.status, count(*)
FROM event_rows
JOIN event_totals USING (event_key)
WHERE event_totals.market_count > 0
GROUP BY platform, category, event_totals.status;

DELETE FROM market_counts;
INSERT INTO market_counts
SELECT platform, category, status,
  CASE
    WHEN market_quotes.volume < 10000 THEN 0 WHEN market_quotes.volume < 100000 THEN 1
    WHEN market_quotes.volume < 500000 THEN 2 WHEN market_quotes.volume < 1000000 THEN 3
    WHEN market_quotes.volume < 5000000 THEN 4 WHEN market_quotes.volume < 10000000 THEN 5
    WHEN market_quotes.volume < 50000000 THEN 6 WHEN market_quotes.volume < 100000000 THEN 7
    WHEN market_quotes.volume < 500000000 THEN 8 ELSE 9
  END AS bucket,
  count(*), sum(market_quotes.volume)
FROM market_rows
JOIN market_quotes USING (market_key)
WHERE market_quotes.yes_price IS NOT NULL
GROUP BY platform, category, status, bucket;

DROP VIEW group_pairs;
DROP VIEW group_quotes;
DROP VIEW markets;
DROP VIEW events;
DROP TABLE fresh_quotes;
DROP TABLE fresh_totals;

DROP INDEX markets_by_platform_resolved_at;
ALTER TABLE market_rows DROP COLUMN volume_bucket;
ALTER TABLE market_rows DROP COLUMN yes_price;
ALTER TABLE market_rows DROP COLUMN price_source;
ALTER TABLE market_rows DROP COLUMN best_bid;
ALTER TABLE market_rows DROP COLUMN best_ask;
ALTER TABLE market_rows DROP COLUMN last_price;
ALTER TABLE market_rows DROP COLUMN volume;
ALTER TABLE market_rows DROP COLUMN volume_24h;
ALTER TABLE market_rows DROP COLUMN raw_volume;
ALTER TABLE market_rows DROP COLUMN liquidity;
ALTER TABLE market_rows DROP COLUMN open_interest;
ALTER TABLE market_rows DROP COLUMN updated_at;
ALTER TABLE market_rows DROP COLUMN is_listed;
ALTER TABLE market_rows DROP COLUMN last_point;
ALTER TABLE market_rows RENAME TO markets;
CREATE INDEX markets_by_platform_resolved_at ON markets (platform, resolved_at DESC, id) WHERE resolved_at IS NOT NULL;

DROP INDEX events_to_look_up;
ALTER TABLE event_rows DROP COLUMN status;
ALTER TABLE event_rows DROP COLUMN market_count;
ALTER TABLE event_rows DROP COLUMN volume;
ALTER TABLE event_rows DROP COLUMN volume_24h;
ALTER TABLE event_rows RENAME TO events;
CREATE INDEX events_to_look_up ON events (platform, lookup_due_at) WHERE is_partial = 1;

ALTER TABLE history_recent RENAME COLUMN previous TO previous_seq;

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
CROSS JOIN market_quotes USING (market_key)
WHERE status = 'open' AND yes_price > 10000 AND yes_price < 990000;

-- Two markets that no match joins directly are as alike as the weakest match of their group.
CREATE VIEW group_pairs AS
SELECT sell.bid - buy.ask AS spread, buy.group_key, buy.market_key AS buy_market_key,
  sell.market_key AS sell_market_key, buy.ask AS buy_price, sell.bid AS sell_price,
  coalesce(
    (
      SELECT score FROM matches
      WHERE a_market_key = min(buy.market_key, sell.market_key) AND b_market_key = max(buy.market_key, sell.market_key)
    ),
    (
      SELECT min(score) FROM match_groups AS members
      JOIN matches ON a_market_key = members.market_key
      JOIN match_groups AS others ON others.market_key = b_market_key AND others.group_key = members.group_key
      WHERE members.group_key = buy.group_key
    ),
    0
  ) AS score,
  buy.has_book AND sell.has_book AS has_books, min(buy.volume, sell.volume) AS volume, buy.platform AS buy_platform,
  sell.platform AS sell_platform, buy.category AS buy_category, sell.category AS sell_category
FROM group_quotes AS buy
JOIN group_quotes AS sell ON sell.group_key = buy.group_key AND sell.platform <> buy.platform
WHERE sell.bid >= buy.ask AND buy.ask > 0 AND sell.bid < 1000000;
