-- What lists are filtered and ordered by: key, facet, then the columns that src/store/lists/list.ts names.

-- name: allMarkets
SELECT market_key, platform, category, status, is_listed, volume, yes_price, updated_at, volume_24h,
  ifnull(closes_at, 9007199254740991)
FROM markets

-- name: allEvents
SELECT event_key, platform, category, status, market_count > 0, volume, volume_24h, market_count, opened_at
FROM events

-- name: changedMarkets
SELECT market_key, platform, category, status, is_listed, volume, yes_price, updated_at, volume_24h,
  ifnull(closes_at, 9007199254740991)
FROM markets
WHERE market_key IN (SELECT market_key FROM market_changes WHERE change_key > ? AND change_key <= ?)

-- name: changedEvents
SELECT event_key, platform, category, status, market_count > 0, volume, volume_24h, market_count, opened_at
FROM events
WHERE event_key IN (SELECT event_key FROM event_changes WHERE change_key > ? AND change_key <= ?)

-- name: lastMarketChange
SELECT max(change_key) FROM market_changes

-- name: lastEventChange
SELECT max(change_key) FROM event_changes

-- name: firstMarketChange
SELECT min(change_key) FROM market_changes

-- name: firstEventChange
SELECT min(change_key) FROM event_changes

-- name: addMarketChange
INSERT INTO market_changes (market_key) VALUES (?)

-- name: addEventChange
INSERT INTO event_changes (event_key) VALUES (?)

-- name: deleteMarketChanges
-- The newest stays: its key says how many there have been.
DELETE FROM market_changes WHERE change_key <= ? AND change_key < (SELECT max(change_key) FROM market_changes)

-- name: deleteEventChanges
-- The newest stays: its key says how many there have been.
DELETE FROM event_changes WHERE change_key <= ? AND change_key < (SELECT max(change_key) FROM event_changes)

-- name: greatestMarketKey
SELECT max(market_key) FROM market_rows

-- name: greatestEventKey
SELECT max(event_key) FROM event_rows
