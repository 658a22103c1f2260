-- name: ofPlatform
-- What follows the columns of a market.
FROM markets
WHERE platform = @platform AND resolved_at IS NOT NULL AND yes_price IS NOT NULL
ORDER BY resolved_at DESC, id
LIMIT @limit
