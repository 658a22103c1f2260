-- Rowids are in the order of popularity, so the first hits are the best known.
-- LIMIT (SELECT @limit) keeps SQLite from planning the statement again for each value, which takes as long as a search for
-- a rare word.

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

-- name: findGroupedHits
-- Markets without a partner are passed over, the first 5,000 hits at most.
SELECT rowid
FROM (
  SELECT rowid FROM market_titles
  WHERE market_titles MATCH @match AND rowid BETWEEN @from AND @to
  ORDER BY rowid
  LIMIT 5000
) AS hits
CROSS JOIN match_groups ON match_groups.market_key = hits.rowid & 4294967295
LIMIT (SELECT @limit)

-- name: findAskedHits
-- Only markets of a question.
SELECT market_titles.rowid
FROM market_titles
CROSS JOIN match_groups ON match_groups.market_key = market_titles.rowid & 4294967295
WHERE market_titles MATCH @match AND market_titles.rowid BETWEEN @from AND @to
LIMIT (SELECT @limit)

-- name: listMarketTitles
SELECT market_key, title FROM markets
WHERE market_key IN (SELECT value FROM json_each(?))

-- name: listEventTitles
SELECT event_key, title FROM events
WHERE event_key IN (SELECT value FROM json_each(?))

-- name: findMarketTitle
SELECT platform, title, status, volume, has_price AS isListed, title_rowid AS rowid
FROM markets
JOIN market_quotes USING (market_key)
WHERE market_key = (SELECT ?)

-- name: findEventTitle
SELECT platform, title, status, volume, market_count > 0 AS isListed, title_rowid AS rowid
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

-- name: mergeMarketTitles
INSERT INTO market_titles (market_titles, rank) VALUES ('merge', ?)

-- name: mergeEventTitles
INSERT INTO event_titles (event_titles, rank) VALUES ('merge', ?)

-- name: listTitlesAfter
SELECT market_key, title FROM markets
WHERE market_key > @last
ORDER BY market_key
LIMIT (SELECT @limit)
