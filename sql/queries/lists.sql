-- What lists are filtered and ordered by: key, facet, then the columns that src/store/lists/list.ts names.

-- name: allMarkets
SELECT market_key, platform, category, status, is_tradable, has_price, volume, yes_price, updated_at, volume_24h, closes_at,
  resolved_at
FROM markets
JOIN market_quotes USING (market_key)

-- name: allEvents
-- types: is_listed: 0 | 1, is_tradable: 1
SELECT event_key, platform, category, status, 1 AS is_tradable, market_count > 0 AS is_listed, volume, volume_24h, market_count, opened_at
FROM events
JOIN event_totals USING (event_key)

-- name: changedMarkets
SELECT market_key, platform, category, status, is_tradable, has_price, volume, yes_price, updated_at, volume_24h, closes_at,
  resolved_at
FROM markets
JOIN market_quotes USING (market_key)
WHERE market_key IN (SELECT subject FROM feed_changes WHERE seq > ? AND seq <= ? AND type BETWEEN 1 AND 4)

-- name: changedEvents
-- types: is_listed: 0 | 1, is_tradable: 1
SELECT event_key, platform, category, status, 1 AS is_tradable, market_count > 0 AS is_listed, volume, volume_24h, market_count, opened_at
FROM events
JOIN event_totals USING (event_key)
WHERE event_key IN (SELECT subject FROM feed_changes WHERE seq > ? AND seq <= ? AND type = 8)

-- name: greatestMarketKey
-- rows: one
-- types: number | null
SELECT max(market_key) FROM markets

-- name: greatestEventKey
-- rows: one
-- types: number | null
SELECT max(event_key) FROM events

-- name: marketKeysById
SELECT market_key FROM markets
ORDER BY platform, id

-- name: eventKeysById
SELECT event_key FROM events
ORDER BY platform, id

-- name: sortMarketKeys
SELECT market_key, platform, markets.id FROM json_each(?) CROSS JOIN markets ON market_key = value
ORDER BY platform, markets.id

-- name: sortEventKeys
SELECT event_key, platform, events.id FROM json_each(?) CROSS JOIN events ON event_key = value
ORDER BY platform, events.id

-- name: nextMarketKey
SELECT market_key, platform, id FROM markets
WHERE (platform, id) > (?, ?)
ORDER BY platform, id
LIMIT 1

-- name: nextEventKey
SELECT event_key, platform, id FROM events
WHERE (platform, id) > (?, ?)
ORDER BY platform, id
LIMIT 1

-- name: pastsAfter
-- types: number
-- Markets whose past was written.
SELECT subject FROM feed_changes WHERE seq > ? AND type = 10
