-- name: findMarketHits
-- rows: one
-- types: Buffer
SELECT CAST(json_group_array(rowid) AS BLOB) AS keys FROM market_titles
WHERE market_titles MATCH @match

-- name: findEventHits
-- rows: one
-- types: Buffer
SELECT CAST(json_group_array(rowid) AS BLOB) AS keys FROM event_titles
WHERE event_titles MATCH @match

-- LIMIT (SELECT @limit) keeps SQLite from planning the statement again for each value, which takes as long as a search for
-- a rare word.

-- name: findFirstMarketHits
-- types: number
SELECT rowid FROM market_titles
WHERE market_titles MATCH @match
LIMIT (SELECT @limit)

-- name: findFirstEventHits
-- types: number
SELECT rowid FROM event_titles
WHERE event_titles MATCH @match
LIMIT (SELECT @limit)

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
