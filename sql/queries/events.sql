-- part: columns
platform, id, title, category, status, image_url AS imageUrl, url, market_count AS marketCount, volume AS totalVolume,
  volume_24h AS volume24h, liquidity, starts_at AS startsAt, ends_at AS endsAt, tags

-- name: byKeys
-- A list, in its order.
SELECT {events.columns}
FROM (SELECT value AS listed FROM json_each(?)) CROSS JOIN events ON event_key = listed
CROSS JOIN event_totals USING (event_key)

-- name: byId
-- types: hasAllOutcomes: 0 | 1
-- Outcomes are missing while the event is known from its markets alone, and those without a price are in no list.
SELECT {events.columns}, event_key AS eventKey, description, is_exclusive AS isExclusive,
  is_partial = 0 AND NOT EXISTS (
    SELECT 1 FROM markets CROSS JOIN market_quotes USING (market_key)
    WHERE markets.event_key = events.event_key AND markets.status = 'open' AND yes_price IS NULL
  ) AS hasAllOutcomes
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
