-- What lists are filtered and ordered by: key, facet, then the columns that src/store/lists/list.ts names.

-- name: allMarkets
SELECT market_key, platform, category, status, has_price, volume, yes_price, updated_at, volume_24h,
  ifnull(closes_at, 9007199254740991)
FROM markets
JOIN market_quotes USING (market_key)

-- name: allEvents
SELECT event_key, platform, category, status, market_count > 0, volume, volume_24h, market_count, opened_at
FROM events
JOIN event_totals USING (event_key)

-- name: changedMarkets
SELECT market_key, platform, category, status, has_price, volume, yes_price, updated_at, volume_24h,
  ifnull(closes_at, 9007199254740991)
FROM markets
JOIN market_quotes USING (market_key)
WHERE market_key IN (SELECT market_key FROM market_changes WHERE change_key > ? AND change_key <= ?)

-- name: changedEvents
SELECT event_key, platform, category, status, market_count > 0, volume, volume_24h, market_count, opened_at
FROM events
JOIN event_totals USING (event_key)
WHERE event_key IN (SELECT event_key FROM event_changes WHERE change_key > ? AND change_key <= ?)

-- name: lastMarketChange
SELECT max(change_key) FROM market_changes

-- name: lastEventChange
SELECT max(change_key) FROM event_changes

-- name: firstMarketChange
SELECT min(change_key) FROM market_changes

-- name: firstEventChange
SELECT min(change_key) FROM event_changes

-- name: addMarketChanges
INSERT INTO market_changes (market_key) SELECT value FROM json_each(?)

-- name: addEventChanges
INSERT INTO event_changes (event_key) SELECT value FROM json_each(?)

-- name: deleteMarketChanges
-- The newest stays: its key says how many there have been.
DELETE FROM market_changes WHERE change_key <= ? AND change_key < (SELECT max(change_key) FROM market_changes)

-- name: deleteEventChanges
-- The newest stays: its key says how many there have been.
DELETE FROM event_changes WHERE change_key <= ? AND change_key < (SELECT max(change_key) FROM event_changes)

-- name: greatestMarketKey
SELECT max(market_key) FROM markets

-- name: greatestEventKey
SELECT max(event_key) FROM events
