-- What has changed lately and is not in the rows yet; see 080_fresh_quotes.sql.

-- name: countQuotes
SELECT count(*) FROM fresh_quotes

-- name: saveQuotes
INSERT INTO fresh_quotes
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT DO UPDATE SET yes_price = excluded.yes_price, price_source = excluded.price_source,
  best_bid = excluded.best_bid, best_ask = excluded.best_ask, last_price = excluded.last_price,
  volume = excluded.volume, volume_24h = excluded.volume_24h, raw_volume = excluded.raw_volume,
  liquidity = excluded.liquidity, open_interest = excluded.open_interest, updated_at = excluded.updated_at,
  last_point = excluded.last_point

-- name: settleQuotes
UPDATE market_rows
SET yes_price = fresh.yes_price, price_source = fresh.price_source, best_bid = fresh.best_bid,
  best_ask = fresh.best_ask, last_price = fresh.last_price, volume = fresh.volume, volume_24h = fresh.volume_24h,
  raw_volume = fresh.raw_volume, liquidity = fresh.liquidity, open_interest = fresh.open_interest,
  updated_at = fresh.updated_at, last_point = fresh.last_point
FROM fresh_quotes AS fresh
WHERE fresh.market_key = (SELECT @key) AND market_rows.market_key = fresh.market_key

-- name: removeQuotes
DELETE FROM fresh_quotes WHERE market_key = @key

-- name: listOldestQuotes
SELECT market_key FROM fresh_quotes ORDER BY updated_at, market_key LIMIT (SELECT @limit)

-- name: listQuotesOfEvent
SELECT market_key FROM fresh_quotes
WHERE market_key IN (SELECT market_key FROM market_rows WHERE event_key = @eventKey)

-- name: countTotals
SELECT count(*) FROM fresh_totals

-- name: saveTotals
INSERT INTO fresh_totals
VALUES (?, ?, ?, ?)
ON CONFLICT DO UPDATE SET volume = excluded.volume, volume_24h = excluded.volume_24h, updated_at = excluded.updated_at

-- name: settleTotals
UPDATE event_rows
SET volume = fresh.volume, volume_24h = fresh.volume_24h
FROM fresh_totals AS fresh
WHERE fresh.event_key = (SELECT @key) AND event_rows.event_key = fresh.event_key

-- name: removeTotals
DELETE FROM fresh_totals WHERE event_key = @key

-- name: listOldestTotals
SELECT event_key FROM fresh_totals ORDER BY updated_at, event_key LIMIT (SELECT @limit)
