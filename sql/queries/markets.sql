-- name: columns
platform, id, (SELECT event_rows.id FROM event_rows WHERE event_rows.event_key = markets.event_key) AS eventId, title, category,
  status, yes_price AS yesPrice, price_source AS priceSource, volume, volume_24h AS volume24h, url,
  closes_at AS closesAt, updated_at AS updatedAt, outcome

-- name: byKeys
-- What follows the columns of a market: a list, in its order.
FROM (SELECT value AS listed FROM json_each(?)) CROSS JOIN markets ON market_key = listed

-- name: keysOfIds
SELECT market_key
FROM json_each(?) CROSS JOIN market_rows ON market_rows.platform = value ->> 0 AND market_rows.id = value ->> 1

-- name: keysOfEvent
-- Event ids are unique per platform only.
SELECT market_key FROM market_rows
WHERE event_key IN (
  SELECT event_key FROM event_rows
  WHERE (platform, id) IN (SELECT value, @eventId FROM json_each(@platforms))
)

-- name: keysOfEventKey
SELECT market_key FROM market_rows WHERE event_key = ?
