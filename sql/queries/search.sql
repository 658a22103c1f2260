-- Titles stand in the order of popularity, so the first hits are the best known; see 004_search.sql.
-- LIMIT (SELECT @limit) keeps SQLite from planning the statement anew for each value, which takes as long as to look for a
-- rare word.

-- name: findMarketHits
SELECT rowid FROM market_titles
WHERE market_titles MATCH @match AND rowid BETWEEN @from AND @to
ORDER BY rowid
LIMIT (SELECT @limit)

-- name: findEventHits
SELECT rowid FROM event_titles
WHERE event_titles MATCH @match AND rowid BETWEEN @from AND @to
ORDER BY rowid
LIMIT (SELECT @limit)

-- name: listMarketHitKeys
-- The low half of a rowid is the key.
SELECT rowid & 4294967295 FROM market_titles WHERE market_titles MATCH @match AND rowid BETWEEN @from AND @to

-- name: listEventHitKeys
SELECT rowid & 4294967295 FROM event_titles WHERE event_titles MATCH @match AND rowid BETWEEN @from AND @to

-- name: countMarketHits
SELECT count(*) FROM (
  SELECT rowid FROM market_titles WHERE market_titles MATCH @match AND rowid BETWEEN @from AND @to LIMIT (SELECT @limit)
)

-- name: countEventHits
SELECT count(*) FROM (
  SELECT rowid FROM event_titles WHERE event_titles MATCH @match AND rowid BETWEEN @from AND @to LIMIT (SELECT @limit)
)

-- name: listMarketCandidates
SELECT market_key AS key, title, status, volume FROM markets
JOIN market_quotes USING (market_key)
WHERE market_key IN (SELECT value FROM json_each(@keys)) AND has_price

-- name: listMarketTitles
SELECT market_key, title FROM markets
JOIN market_quotes USING (market_key)
WHERE market_key IN (SELECT value FROM json_each(@keys)) AND has_price

-- name: listEventTitles
SELECT event_key, title FROM events
JOIN event_totals USING (event_key)
WHERE event_key IN (SELECT value FROM json_each(@keys)) AND market_count > 0

-- name: marketsByKeys
-- What follows the columns of a market.
FROM markets
JOIN market_quotes USING (market_key)
WHERE market_key IN (SELECT value FROM json_each(@keys)) AND has_price

-- name: eventsByKeys
-- What follows the columns of an event.
FROM events
JOIN event_totals USING (event_key)
WHERE event_key IN (SELECT value FROM json_each(@keys)) AND market_count > 0

-- name: findMarketTitle
SELECT market_key AS key, platform, title, status, volume, has_price AS isListed, title_rowid AS rowid
FROM markets
JOIN market_quotes USING (market_key)
WHERE market_key = (SELECT ?)

-- name: findEventTitle
SELECT event_key AS key, platform, title, status, volume, market_count > 0 AS isListed, title_rowid AS rowid
FROM events
JOIN event_totals USING (event_key)
WHERE event_key = (SELECT ?)

-- name: insertMarketTitle
INSERT INTO market_titles (rowid, title) VALUES (?, ?)

-- name: insertEventTitle
INSERT INTO event_titles (rowid, title) VALUES (?, ?)

-- name: deleteMarketTitle
DELETE FROM market_titles WHERE rowid = ?

-- name: deleteEventTitle
DELETE FROM event_titles WHERE rowid = ?

-- name: saveMarketTitleRowid
UPDATE markets SET title_rowid = ? WHERE market_key = ?

-- name: saveEventTitleRowid
UPDATE events SET title_rowid = ? WHERE event_key = ?

-- name: listUnrankedMarketTitles
SELECT rowid FROM market_titles WHERE rowid < 4294967296 ORDER BY rowid LIMIT (SELECT ?)

-- name: listUnrankedEventTitles
SELECT rowid FROM event_titles WHERE rowid < 4294967296 ORDER BY rowid LIMIT (SELECT ?)

-- name: mergeMarketTitles
INSERT INTO market_titles (market_titles, rank) VALUES ('merge', ?)

-- name: mergeEventTitles
INSERT INTO event_titles (event_titles, rank) VALUES ('merge', ?)
