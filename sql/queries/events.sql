-- The event list is put together from these fragments, as the market list is.

-- name: columns
platform, id, title, category, status, image_url AS imageUrl, market_count AS marketCount, volume AS totalVolume,
  volume_24h AS volume24h, liquidity, starts_at AS startsAt, ends_at AS endsAt, tags

-- name: isListed
market_count > 0

-- name: hasPlatform
platform = @platform

-- name: isOn
-- Only needed while the database holds markets of a platform that has been switched off.
platform NOT IN (SELECT value FROM json_each(@hidden))

-- name: hasCategory
category = @category

-- name: keptCount
SELECT coalesce(sum(events), 0) FROM event_counts

-- name: byId
-- What follows the columns of an event.
FROM events
WHERE platform = @platform AND id = @id

-- name: byKey
-- What follows the columns of an event.
FROM events
WHERE event_key = @eventKey

-- name: marketsOf
-- What follows the columns of a market.
FROM markets
WHERE event_key = @eventKey AND is_listed = 1
ORDER BY volume DESC, id
LIMIT @limit

-- name: storedPlatforms
SELECT DISTINCT platform FROM event_counts
