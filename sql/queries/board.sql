-- Few markets of many: each statement follows one index and reads a bounded part of it.

-- name: tradedOnPlatform
-- Of the index alone: of all platforms' many only few are shown.
SELECT market_key, volume_24h FROM markets INDEXED BY markets_by_platform_volume_24h
WHERE platform = @platform AND status = 'open' AND is_listed = 1
ORDER BY volume_24h DESC, id
LIMIT @limit

-- name: byKeys
-- What follows the columns of a market.
FROM (SELECT value AS asked FROM json_each(@marketKeys)) CROSS JOIN markets ON market_key = asked

-- name: tradedInCategory
-- What follows the columns of a market. By lifetime volume, since no index has both category and 24 hours.
FROM markets INDEXED BY markets_by_category_volume
WHERE category = @category AND status = 'open' AND is_listed = 1
  AND platform IN (SELECT value FROM json_each(@platforms))
ORDER BY volume DESC, platform, id
LIMIT @limit

-- name: closing
-- What follows the columns of a market. Of the next to close, so that a rare category does not read all of them.
FROM (
  SELECT market_key FROM markets INDEXED BY markets_by_closes_at
  WHERE status = 'open' AND ifnull(closes_at, 9007199254740991) > @now
  ORDER BY ifnull(closes_at, 9007199254740991)
  LIMIT @limit
) CROSS JOIN markets USING (market_key)
WHERE closes_at IS NOT NULL AND is_listed = 1
  AND platform IN (SELECT value FROM json_each(@platforms))
  AND (@category = '' OR category = @category)
