-- part: columns
platform, id, title, category, status, image_url AS imageUrl, url, market_count AS marketCount, volume AS totalVolume,
  volume_24h AS volume24h, liquidity, starts_at AS startsAt, ends_at AS endsAt, tags

-- name: byKeys
-- A list, in its order.
SELECT {events.columns}
FROM (SELECT value AS listed FROM json_each(?)) CROSS JOIN events ON event_key = listed
CROSS JOIN event_totals USING (event_key)

-- name: byId
SELECT {events.columns}, event_key AS eventKey, description, is_exclusive AS isExclusive
FROM events
JOIN event_totals USING (event_key)
WHERE event_key = (SELECT event_key FROM events WHERE platform = @platform AND id = @id)

-- name: byKey
-- rows: one
SELECT {events.columns}
FROM events
JOIN event_totals USING (event_key)
WHERE event_key = (SELECT @eventKey)

-- name: storedPlatforms
SELECT DISTINCT platform FROM event_counts
