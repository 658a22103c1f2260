-- The event list is put together from these fragments, as the market list is.

-- name: columns
platform, id, title, category, status, image_url AS imageUrl, market_count AS marketCount, volume AS totalVolume,
  volume_24h AS volume24h, liquidity, starts_at AS startsAt, ends_at AS endsAt, tags

-- name: isListed
market_count > 0

-- name: hasPlatform
platform = @platform

-- name: hasCategory
category = @category

-- name: hasText
event_key IN (SELECT rowid FROM event_titles WHERE event_titles MATCH @match)

-- name: keptCount
SELECT coalesce(sum(events), 0) FROM event_counts
