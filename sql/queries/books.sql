-- name: listLegs
-- The first @lookedAt markets are looked at: their books are due once the price is younger. A book from ahead of now was
-- dated by a clock that was set back since.
SELECT markets.market_key AS marketKey, platform, markets.id, history_key AS historyKey
FROM json_each(@marketKeys) AS leg
CROSS JOIN markets ON markets.market_key = leg.value
CROSS JOIN market_quotes ON market_quotes.market_key = leg.value
LEFT JOIN market_books ON market_books.market_key = leg.value
WHERE leg.key < @lookedAt AND fetched_at < updated_at
  OR @isDue AND (fetched_at IS NULL OR fetched_at NOT BETWEEN @fetchedSince AND @now)
ORDER BY leg.key

-- name: openKeys
-- Of [platform, id] each.
SELECT market_key FROM json_each(@names) AS name
CROSS JOIN markets ON markets.platform = name.value ->> 0 AND markets.id = name.value ->> 1
WHERE status = 'open'

-- name: save
INSERT INTO market_books VALUES (@marketKey, @fetchedAt, @bids, @asks)
ON CONFLICT DO UPDATE SET fetched_at = excluded.fetched_at, bids = excluded.bids, asks = excluded.asks

-- name: deleteOld
DELETE FROM market_books WHERE fetched_at NOT BETWEEN @fetchedSince AND @now

-- name: ofMarket
-- A book from ahead of now was dated by a clock that was set back since.
SELECT bids, asks, fetched_at AS fetchedAt FROM market_books WHERE market_key = @marketKey AND fetched_at <= @now
