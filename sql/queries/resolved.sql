-- name: ofPlatform
-- What follows the columns of a market.
FROM markets
WHERE platform = @platform AND resolved_at IS NOT NULL AND is_listed = 1
ORDER BY resolved_at DESC, id
LIMIT (SELECT @limit)
