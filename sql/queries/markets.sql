-- The market list is put together from these fragments: one arm for each status it covers, each read from an index.

-- name: columns
platform, id, (SELECT events.id FROM events WHERE events.event_key = markets.event_key) AS eventId, title, category,
  status, yes_price AS yesPrice, price_source AS priceSource, volume, volume_24h AS volume24h, url,
  closes_at AS closesAt, updated_at AS updatedAt, outcome

-- name: isListed
is_listed = 1

-- name: hasPlatform
platform = @platform

-- name: isOn
-- Only needed while the database holds markets of a platform that has been switched off.
platform NOT IN (SELECT value FROM json_each(@hidden))

-- name: hasCategory
category = @category

-- name: hasMinVolume
volume >= @minVolume

-- name: hasEvent
-- Event ids are unique per platform only.
event_key IN (
  SELECT event_key FROM events
  WHERE (platform, id) IN (SELECT value, @eventId FROM json_each(@platforms))
)

-- name: hasId
market_key IN (
  SELECT named.market_key
  FROM json_each(@ids) CROSS JOIN markets AS named ON named.platform = value ->> 0 AND named.id = value ->> 1
)

-- name: isUpdatedSince
updated_at >= @updatedSince

-- name: isClosingBefore
ifnull(closes_at, 9007199254740991) < @closingBefore

-- name: isUpdatedBefore
updated_at < @updatedSince

-- name: isClosingSince
ifnull(closes_at, 9007199254740991) >= @closingBefore

-- name: keptCount
SELECT coalesce(sum(markets), 0) FROM market_counts
