-- name: keysOfPlatform
-- types: resolvedAt: number
SELECT market_key AS marketKey, resolved_at AS resolvedAt
FROM markets
WHERE platform = @platform AND resolved_at IS NOT NULL
ORDER BY resolved_at DESC, id
