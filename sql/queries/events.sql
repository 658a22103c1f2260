-- name: columns
platform, id, title, category, status, image_url AS imageUrl, url, market_count AS marketCount, volume AS totalVolume,
  volume_24h AS volume24h, liquidity, starts_at AS startsAt, ends_at AS endsAt, tags

-- name: byKeys
-- What follows the columns of an event: a list, in its order.
FROM (SELECT value AS listed FROM json_each(?)) CROSS JOIN events ON event_key = listed
CROSS JOIN event_totals USING (event_key)

-- name: byId
-- What follows the columns of an event.
FROM events
JOIN event_totals USING (event_key)
WHERE event_key = (SELECT event_key FROM events WHERE platform = @platform AND id = @id)

-- name: byKey
-- What follows the columns of an event.
FROM events
JOIN event_totals USING (event_key)
WHERE event_key = (SELECT @eventKey)

-- name: storedPlatforms
SELECT DISTINCT platform FROM event_counts
