-- name: latestOfPlatform
-- types: resolvedAt: number
SELECT market_key AS marketKey, resolved_at AS resolvedAt
FROM markets
CROSS JOIN market_quotes USING (market_key)
WHERE platform = @platform AND resolved_at IS NOT NULL AND has_price
ORDER BY resolved_at DESC, id
LIMIT (SELECT @limit)
