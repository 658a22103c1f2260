-- LIMIT (SELECT @limit) keeps SQLite from planning the statement again for each value, which takes as long as a search for
-- a rare word.

-- name: findMarketHits
-- rows: one
-- types: count: number, greatest: number, keys: Buffer
SELECT count(*) AS count, ifnull(max(rowid), 0) AS greatest, CAST(ifnull(group_concat(rowid), '') AS BLOB) AS keys FROM (
  SELECT rowid FROM market_titles
  WHERE market_titles MATCH @match
  LIMIT (SELECT @limit)
)

-- name: findEventHits
-- rows: one
-- types: count: number, greatest: number, keys: Buffer
SELECT count(*) AS count, ifnull(max(rowid), 0) AS greatest, CAST(ifnull(group_concat(rowid), '') AS BLOB) AS keys FROM (
  SELECT rowid FROM event_titles
  WHERE event_titles MATCH @match
  LIMIT (SELECT @limit)
)

-- name: listMarketTitles
SELECT market_key, title FROM markets
WHERE market_key IN (SELECT value FROM json_each(?))

-- name: listEventTitles
SELECT event_key, title FROM events
WHERE event_key IN (SELECT value FROM json_each(?))

-- name: putMarketTitle
INSERT OR REPLACE INTO market_titles (rowid, title) VALUES (?, ?)

-- name: putEventTitle
INSERT OR REPLACE INTO event_titles (rowid, title) VALUES (?, ?)

-- name: mergeMarketTitles
INSERT INTO market_titles (market_titles, rank) VALUES ('merge', ?)

-- name: mergeEventTitles
INSERT INTO event_titles (event_titles, rank) VALUES ('merge', ?)

-- name: findWord
-- types: number
SELECT doc FROM market_words WHERE term = ?

-- name: listWords
-- types: term: string, doc: number
SELECT term, doc FROM market_words
WHERE term >= @from AND term < @to
